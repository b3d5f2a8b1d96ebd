import type { Edits } from '#content/sources.ts'

import { listFiles } from './files.ts'
import { diffLines, type LineDiff } from './line-diff.ts'

export type FileDiff = { path: string; title: string; diff: LineDiff }

/** Shows how files differ between two releases, in the order of the list of files. @param files paths of those that differ */
export const diffEdits = (before: Edits, after: Edits, files: readonly string[]): FileDiff[] =>
	listFiles(files)
		.filter(({ path }) => files.includes(path))
		.map(({ path, title, origin }) => ({ path, title, diff: diffLines(before[path] ?? origin, after[path] ?? origin) }))
