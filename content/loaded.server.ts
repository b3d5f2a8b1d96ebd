/** The shipped content, for commands and tests. Services use `ctx.content`, which may change while the process runs. */
import { keepOnDisk } from './keep-on-disk.server.ts'
import { type Content, loadContent } from './load-content.server.ts'
import type { TextMarks } from './marks/text-marks.ts'
import { ParsedFiles } from './parsed-files.ts'
import { readShipped } from './read-sources.server.ts'
import type { Sources } from './sources.ts'

const parsed = new ParsedFiles()

/** Loads the shipped files with these edits applied. Unchanged files aren't parsed again. */
export const loadEdited = (edits?: Sources): Content => loadContent(readShipped(), edits, { parsed, keep: keepOnDisk })

/** Like `loadEdited`, with marks for a preview whose texts link to their fields. */
export const loadMarked = (edits: Sources, marks: TextMarks): Content => loadContent(readShipped(), edits, { parsed, marks })

export const content: Content = loadEdited()
