import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { useLibrary } from '#app/lib/use-library.ts'
import type { LibraryWords } from '#content/schema/library.ts'

import { AccessNote, type Access } from './access-note.tsx'
import { DocumentRow, type ShownDocument } from './document-row.tsx'

type Words = LibraryWords['purposes']

const ALL = 'all'

/** A link to a document resets the filter, since the document may be filtered out. */
function usePurpose(words: Words) {
	const [chosen, choose] = useState(ALL)
	const { hash } = useLocation()
	useEffect(() => choose(ALL), [hash])
	const purpose = words.items.find(({ id }) => id === chosen)
	return { chosen, choose, isShown: ({ slug }: { slug: string }) => purpose === undefined || purpose.documents.includes(slug) }
}

const PURPOSE = 'flex min-h-11 cursor-pointer items-center gap-[.55rem] border px-[.9rem] py-[.35rem]'
const PURPOSE_STATES =
	'border-line-strong has-checked:border-ink has-checked:bg-raised has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)'

type PurposeFilterProps = { words: Words; chosen: string; onChoose: (id: string) => void; shown: number; total: number }

/** Filter by purpose. Hidden without JavaScript; all documents are then shown. */
function PurposeFilter({ words, chosen, onChoose, shown, total }: PurposeFilterProps) {
	return (
		<fieldset className="needs-js screen-only">
			<legend className="text-lg font-semibold">{words.question}</legend>
			<div className="my-3 flex flex-wrap gap-[.6rem]">
				{[{ id: ALL, label: words.all }, ...words.items].map(({ id, label }) => (
					<label key={id} className={`${PURPOSE} ${PURPOSE_STATES}`}>
						<input
							className="accent-accent outline-none"
							type="radio"
							name="purpose"
							value={id}
							checked={chosen === id}
							onChange={() => onChoose(id)}
						/>
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

type LibraryPageProps = {
	words: LibraryWords
	groups: readonly { group: string; title: string; text: string; documents: readonly ShownDocument[] }[]
	userId: string | null
	/** Reason why a download was refused and redirected here. */
	refused: string | null
	purchase: ReactNode
}

/** The library. Everyone sees what each document contains, but paid files are only for buyers. */
export function LibraryPage({ words, groups, userId, refused, purchase }: LibraryPageProps) {
	const library = useLibrary(userId)
	const { chosen, choose, isShown } = usePurpose(words.purposes)
	const documents = groups.flatMap((group) => group.documents)
	const access: Access =
		userId === null ? 'closed' : library.data ? (library.data.isOpen ? 'open' : 'closed') : library.isError ? 'failed' : 'looking'
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<header className="grid gap-6">
				<h1>{words.title}</h1>
				<p className="max-w-read text-lg">{words.intro}</p>
				<AccessNote
					words={words}
					access={access}
					refused={refused}
					purchase={purchase}
					retry={{ isBusy: library.isFetching, start: () => void library.refetch() }}
				/>
			</header>
			<PurposeFilter
				words={words.purposes}
				chosen={chosen}
				onChoose={choose}
				shown={documents.filter(isShown).length}
				total={documents.length}
			/>
			{/* Hidden instead of removed, so that expanded entries stay expanded. */}
			{groups.map(({ group, title, text, documents: grouped }) => (
				<section key={group} hidden={!grouped.some(isShown)} aria-labelledby={`group-${group}`} className="border-t-2 border-ink pt-6">
					<h2 id={`group-${group}`}>{title}</h2>
					<p className="mt-2 max-w-read text-soft">{text}</p>
					<ul className="@container/documents mt-6 border-t border-line-strong">
						{grouped.map((document) => (
							<DocumentRow
								key={document.slug}
								document={document}
								words={words}
								isOpen={library.data?.open?.includes(document.slug) ?? access === 'open'}
								isHidden={!isShown(document)}
							/>
						))}
					</ul>
				</section>
			))}
		</div>
	)
}
