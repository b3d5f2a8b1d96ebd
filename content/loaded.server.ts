/**
 * The content as the files have it when the program starts, for builds, commands and tests. A service takes `ctx.content`, which
 * may be exchanged while the process runs.
 */
import { readEdits, readShipped, type Sources } from './files/read-sources.server.ts'
import { keepOnDisk } from './kept-lessons.server.ts'
import { type Content, loadContent } from './load-content.server.ts'
import { ParsedFiles } from './parsed-files.ts'

const parsed = new ParsedFiles()

/** The shipped files with these edits in their place; what did not change is not parsed again. */
export const loadEdited = (edits?: Sources): Content => loadContent(readShipped(), edits, { parsed, keep: keepOnDisk })

/** The same without any edits. */
export const shippedContent = (): Content => loadEdited()

export const content: Content = loadEdited(readEdits())
