import { ARTICLE_FILE, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import type { Edits } from '#content/sources.ts'

import { describeChanges } from './describe-changes.ts'
import type { FieldChange } from './field-change.ts'
import { listFiles, listPaths } from './files.ts'

export type FileDiff = {
	path: string
	/** Display name with its group: “Module 2 › First sale”. */
	title: string
	/** “New lesson” and the like, for a file that the older release doesn't have; null otherwise. */
	news: string | null
	changes: readonly FieldChange[]
	more: number
}

const NEWS: readonly (readonly [file: RegExp, words: string])[] = [
	[LESSON_FILE, 'New lesson'],
	[MODULE_FILE, 'New module'],
	[FURTHER_COURSE_FILE, 'New course'],
	[ARTICLE_FILE, 'New article'],
]
const nameNews = (file: string) => NEWS.find(([pattern]) => pattern.test(file))?.[1] ?? 'New'

const MAX_CHANGES = 60

/** Compares two versions of a file, field by field. */
export function diffFile(path: string, before: string, after: string): Pick<FileDiff, 'changes' | 'more'> {
	const changes = describeChanges(path, before, after)
	return { changes: changes.slice(0, MAX_CHANGES), more: Math.max(0, changes.length - MAX_CHANGES) }
}

/**
 * Compares two releases, in the order of the file list.
 * @param files paths of the files that differ
 */
export function diffEdits(before: Edits, after: Edits, files: readonly string[]): FileDiff[] {
	const shipped = new Set(listPaths())
	return listFiles(Object.fromEntries(files.map((path) => [path, after[path] ?? before[path] ?? null])))
		.filter(({ path }) => files.includes(path))
		.map(({ path, group, title, origin }) => {
			const news = (before[path] ?? null) === null && !shipped.has(path) ? nameNews(path) : null
			const changed = news === null ? diffFile(path, before[path] ?? origin, after[path] ?? origin) : { changes: [], more: 0 }
			const name = /^(?:Module|Career|Articles|Documents|Downloads|Legal)/.test(group) ? `${group} › ${title}` : title
			return { path, title: name, news, ...changed }
		})
}
