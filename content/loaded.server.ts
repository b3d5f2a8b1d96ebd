/**
 * The content that this copy of the program comes with, for commands and tests. A service takes `ctx.content`, which may be exchanged
 * while the process runs.
 */
import { keepOnDisk } from './keep-on-disk.server.ts'
import { type Content, loadContent } from './load-content.server.ts'
import type { TextMarks } from './marks/text-marks.ts'
import { ParsedFiles } from './parsed-files.ts'
import { readShipped } from './read-sources.server.ts'
import type { Sources } from './sources.ts'

const parsed = new ParsedFiles()

/** The shipped files with these edits in their place; what did not change is not parsed again. */
export const loadEdited = (edits?: Sources): Content => loadContent(readShipped(), edits, { parsed, keep: keepOnDisk })

/** The same with marks, for a preview that leads from each text to its field. */
export const loadMarked = (edits: Sources, marks: TextMarks): Content => loadContent(readShipped(), edits, { parsed, marks })

export const content: Content = loadEdited()
