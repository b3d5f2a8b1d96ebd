import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { LibraryWords } from '#content/schema/library.ts'

type Words = LibraryWords['purposes']

const ALL = 'all'

/** Which documents are shown. A link to one document shows all of them, since it may lead to one that is filtered out. */
export function usePurpose(words: Words) {
	const [chosen, choose] = useState(ALL)
	const { hash } = useLocation()
	useEffect(() => choose(ALL), [hash])
	const purpose = words.items.find(({ id }) => id === chosen)
	return { chosen, choose, isShown: ({ slug }: { slug: string }) => purpose === undefined || purpose.documents.includes(slug) }
}

type PurposeFilterProps = { words: Words; chosen: string; onChoose: (id: string) => void; shown: number; total: number }

/** Radios, one for each purpose; without JavaScript they do not appear, and everything is shown. */
export function PurposeFilter({ words, chosen, onChoose, shown, total }: PurposeFilterProps) {
	return (
		<fieldset className="purpose-filter needs-js screen-only">
			<legend className="text-lg font-semibold">{words.question}</legend>
			<div className="purpose-choices">
				{[{ id: ALL, label: words.all }, ...words.items].map(({ id, label }) => (
					<label key={id}>
						<input type="radio" name="purpose" value={id} checked={chosen === id} onChange={() => onChoose(id)} />
						{label}
					</label>
				))}
			</div>
			<p role="status" className="text-soft">
				{words.shown.replace('{shown}', String(shown)).replace('{total}', String(total))}
			</p>
		</fieldset>
	)
}
