import { Link } from 'react-router'

import { PIECE_WORDS, pieceHref } from '#app/lib/piece-words.ts'
import { type ModuleMeasure, nearestMissing } from '#domain/progress/measure-course.ts'

type NextTenMinutesProps = {
	measure: ModuleMeasure
	/** ID of the current section, after which to search; null to search from the start. */
	from: string | null
	titles: ReadonlyMap<string, string>
}

export function NextTenMinutes({ measure, from, titles }: NextTenMinutesProps) {
	const missing = nearestMissing(measure, from)
	if (!missing) return null
	return (
		<p>
			<strong>The next ten minutes:</strong>{' '}
			<Link className="link" to={pieceHref(measure.id, missing)}>
				{PIECE_WORDS[missing.kind].todo} “{titles.get(missing.sectionId)}”
			</Link>
		</p>
	)
}
