import type { Edits } from '#content/sources.ts'

import { describeChanges } from './describe-changes.ts'
import type { FieldChange } from './field-change.ts'
import { listFiles } from './files.ts'

/** What people call a file, with where it is: “Module 2 › First sale”. */
export type FileDiff = { path: string; title: string; changes: readonly FieldChange[]; more: number }

const MOST_CHANGES = 60

/** Shows how files differ between two releases, in the order of the list of files. @param files paths of those that differ */
export const diffEdits = (before: Edits, after: Edits, files: readonly string[]): FileDiff[] =>
	listFiles(Object.fromEntries(files.map((path) => [path, after[path] ?? before[path] ?? null])))
		.filter(({ path }) => files.includes(path))
		.map(({ path, group, title, origin }) => {
			const changes = describeChanges(path, before[path] ?? origin, after[path] ?? origin)
			const name = /^(?:Module|Career|Articles|Documents|Downloads|Legal)/.test(group) ? `${group} › ${title}` : title
			return { path, title: name, changes: changes.slice(0, MOST_CHANGES), more: Math.max(0, changes.length - MOST_CHANGES) }
		})
