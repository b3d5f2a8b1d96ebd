/** The shipped content, for commands and tests. Services use `ctx.content`, which may change while the process runs. */
import { keepOnDisk } from './keep-on-disk.server.ts'
import { type Content, loadContent } from './load-content.server.ts'
import type { TextMarks } from './marks/text-marks.ts'
import { ParsedFileCache } from './parsed-files.ts'
import { readShipped } from './read-sources.server.ts'
import type { Sources } from './sources.ts'

const parsed = new ParsedFileCache()

/** Loads the shipped files with these edits applied. Unchanged files aren't parsed again. */
export const loadEdited = (edits?: Sources): Content => loadContent(readShipped(), edits, { parsed, keep: keepOnDisk })

/** Marked texts by the marks they contain. */
const madeWithMarks = new WeakMap<TextMarks, ParsedFileCache>()

/** Like `loadEdited`, but with marks, for a preview in which each text links to its field. */
export function loadEditedWithMarks(edits: Sources, marks: TextMarks): Content {
	const made = madeWithMarks.get(marks) ?? new ParsedFileCache()
	madeWithMarks.set(marks, made)
	return loadContent(readShipped(), edits, { parsed, keep: keepOnDisk, marking: { marks, made } })
}

export const loadedContent: Content = loadEdited()
