import { checkFile } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import { findUnknownNames, isKnownAlready } from '#content/promises/placeholders.ts'

import type { Plan } from './plan-release.ts'
import { listProblems, type Problem } from './require-publishable.ts'

/**
 * Finds texts with an unknown placeholder that the public version has as well, such as one that an upgrade removed. Publishing
 * warns about them.
 */
export function findUnknownValues(content: Content, { edits, live }: Pick<Plan, 'edits' | 'live'>): Problem[] {
	const issues = Object.entries(edits).flatMap(([file, text]) => {
		const known = live[file] ?? ''
		if (!file.endsWith('.json') || text === null || findUnknownNames(file, known).length === 0) return []
		const found = checkFile(file, content.fillFile(file, text)).filter(({ message }) => isKnownAlready(message, { live: known, text }))
		return found.map((issue) => ({ file, ...issue }))
	})
	return issues.length === 0 ? [] : listProblems(new ContentProblem(issues), edits)
}
