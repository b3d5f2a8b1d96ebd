import { isJson } from '#content/check-file.ts'

import { findFile } from './files.ts'
import type { Plan } from './plan-release.ts'

/** Files without prices, terms or access: a mistake in them is only seen, and the next publication undoes it. */
const PLAIN =
	/^(?:articles|course\/module-\d+|documents|downloads|free-trial|quizzes|selector|tracks)\/|^marketing\/(?!payment-pages)|^company\/(?:about|careers|claims|contact)\.json$|^(?:blog|brand|heading-font|library|lifecycle|planner|site|tracks)\.json$|^logo\.svg$/

const COURSE = /^course\/course\.json$|^courses\//

type Course = {
	belongsTo?: string
	modules?: { id: number; free?: boolean; requires?: number | null; gate?: { requires: number } | null }[]
}

/** Returns what decides who may open the lessons of a course; null if its file is missing or unreadable. */
function readAccess(text: string | null | undefined): string | null {
	if (text == null || !isJson(text)) return null
	const { belongsTo, modules = [] } = JSON.parse(text) as Course
	return JSON.stringify([belongsTo, modules.map(({ id, free, requires, gate }) => [id, free, requires, gate?.requires])])
}

const isSameAccess = (file: string, { live, edits }: Pick<Plan, 'live' | 'edits'>) => {
	const origin = findFile(file)?.origin
	return readAccess(edits[file] ?? origin) === readAccess(live[file] ?? origin)
}

/** True if a release touches prices, payments, tax, legal texts or access to lessons, so publishing it needs a step-up. */
export const needsStepUp = ({ files, ...texts }: Pick<Plan, 'files' | 'live' | 'edits'>): boolean =>
	files.some((file) => !PLAIN.test(file) && !(COURSE.test(file) && isSameAccess(file, texts)))
