import { ARTICLE_FILE, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import type { Edits } from '#content/sources.ts'

import { describeFileChanges, summarizeChanges } from './describe-changes.ts'
import type { FieldChange } from './field-change.ts'
import { listFiles, listShippedPaths } from './files.ts'

export type FileDiff = {
	path: string
	/** Display name with its group: “Module 2 › First sale”. */
	title: string
	kind: string
	/** True for a file that the older release doesn't have. */
	isNew: boolean
	changes: readonly FieldChange[]
	/** The changes in words; '' if there are none. */
	summary: string
	more: number
}

const KINDS: readonly (readonly [file: RegExp, words: string])[] = [
	[LESSON_FILE, 'Lesson'],
	[MODULE_FILE, 'Module'],
	[FURTHER_COURSE_FILE, 'Course'],
	[ARTICLE_FILE, 'Article'],
	[/^course\/course\.json$/, 'Course'],
	[/^tracks\//, 'Career track'],
	[/^documents\//, 'Document'],
	[/^downloads\//, 'Download'],
	[/^legal\//, 'Legal page'],
]
const kindOf = (file: string, group: string) =>
	KINDS.find(([pattern]) => pattern.test(file))?.[1] ?? (group.startsWith('Brand') ? 'Settings' : 'Page text')

const MAX_CHANGES = 60

export function diffFile(path: string, before: string, after: string): Pick<FileDiff, 'changes' | 'summary' | 'more'> {
	const changes = describeFileChanges(path, before, after)
	return { changes: changes.slice(0, MAX_CHANGES), summary: summarizeChanges(changes), more: Math.max(0, changes.length - MAX_CHANGES) }
}

/**
 * Compares two releases, in the order of the file list.
 * @param files paths of the files that differ
 */
export function diffEdits(before: Edits, after: Edits, files: readonly string[]): FileDiff[] {
	const shipped = new Set(listShippedPaths())
	return listFiles(Object.fromEntries(files.map((path) => [path, after[path] || before[path] || null])))
		.filter(({ path }) => files.includes(path))
		.map(({ path, group, title, origin }) => {
			const isMissing = (edits: Edits) => edits[path] === '' || (edits[path] == null && !shipped.has(path))
			const [isNew, isDeleted] = [isMissing(before), isMissing(after)]
			const changed =
				isNew || isDeleted
					? { changes: [], summary: isDeleted ? 'Deleted' : '', more: 0 }
					: diffFile(path, before[path] ?? origin, after[path] ?? origin)
			const name = /^(?:Module|Career|Articles|Documents|Downloads|Legal)/.test(group) ? `${group} › ${title}` : title
			return { path, title: name, kind: kindOf(path, group), isNew, ...changed }
		})
}
