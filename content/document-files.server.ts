import { readdirSync, readFileSync } from 'node:fs'

import { readLibrary } from './parse-document.ts'
import type { LibraryDocument } from './schema/document.ts'

const FOLDER = new URL('./documents/', import.meta.url)

let library: ReadonlyMap<string, LibraryDocument> | undefined

/**
 * All documents with their bodies, by slug: for the server and scripts, never for a page. Read at the first call.
 * @throws Error that names file and line of each fault
 */
export function libraryDocuments(): ReadonlyMap<string, LibraryDocument> {
	if (library) return library
	const files = readdirSync(FOLDER).filter((name) => /\.(?:md|json)$/.test(name))
	const sources = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]))
	library = new Map(readLibrary(sources).map((document) => [document.slug, document]))
	return library
}
