import { readdirSync, readFileSync } from 'node:fs'

import { findEdited } from './files/overlay.server.ts'
import disclaimers from './marketing/disclaimers.json' with { type: 'json' }
import { readLibrary } from './parse-document.ts'
import type { LibraryDocument } from './schema/document.ts'

const FOLDER = new URL('./documents/', import.meta.url)

let library: ReadonlyMap<string, LibraryDocument> | undefined

/** The note on income is in one file for pages and documents: `{incomeNote}` in a document is replaced by it. */
const readSource = (name: string) =>
	readFileSync(findEdited(`documents/${name}`) ?? new URL(name, FOLDER), 'utf8').replaceAll('{incomeNote}', disclaimers.incomeNoteLong)

/**
 * All documents with their bodies, by slug: for the server and scripts, never for a page. Read on the first call.
 * @throws Error that names file and line of each fault
 */
export function libraryDocuments(): ReadonlyMap<string, LibraryDocument> {
	if (library) return library
	const files = readdirSync(FOLDER).filter((name) => /\.(?:md|json)$/.test(name))
	const sources = Object.fromEntries(files.map((name) => [name, readSource(name)]))
	library = new Map(readLibrary(sources).map((document) => [document.slug, document]))
	return library
}
