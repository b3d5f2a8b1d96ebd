import { Link } from 'react-router'

import { PIECE_WORDS, pieceHref } from '#app/lib/piece-words.ts'
import { type ModuleMeasure, nearestMissing } from '#domain/progress/measure-course.ts'

type NextTenMinutesProps = {
	measure: ModuleMeasure
	/** The section where the learner is; null begins at the first. */
	from: string | null
	/** Titles of the sections by their ids. */
	titles: ReadonlyMap<string, string>
}

/** One link to the nearest thing that is missing; nothing where nothing is. */
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
