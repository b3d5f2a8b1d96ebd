/**
 * The content as the files have it when the program starts, for builds, commands and tests. A service takes `ctx.content`, which
 * may be exchanged while the process runs.
 */
import { readEdits, readShipped } from './files/read-sources.server.ts'
import { keepOnDisk } from './kept-lessons.server.ts'
import { type Content, loadContent } from './load-content.server.ts'
import { ParsedFiles } from './parsed-files.ts'

const parsed = new ParsedFiles()

/** Reads the files again; what did not change is not parsed again. */
export const loadFromFiles = (): Content => loadContent(readShipped(), readEdits(), { parsed, keep: keepOnDisk })

/** The same without any edits. */
export const shippedContent = (): Content => loadContent(readShipped(), undefined, { parsed, keep: keepOnDisk })

export const content: Content = loadFromFiles()
