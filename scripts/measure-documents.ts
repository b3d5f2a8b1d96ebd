import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { loadedContent } from '#content/loaded.server.ts'
import type { DocumentSizes } from '#content/schema/document-sizes.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'
import { makeFile } from '#server/services/commerce/downloads/render-document.ts'

import { countPages } from './measure-documents/count-pages.ts'

const { libraryDocuments } = loadedContent

/**
 * Generates every library file and writes its size to content/document-sizes.json. Run it after a document has changed: `node
 * scripts/run.mjs scripts/measure-documents.ts`. A test reports missing sizes.
 */
const sizes: DocumentSizes = {}
for (const [slug, document] of [...libraryDocuments].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
	const files: DocumentSizes[string] = {}
	for (const format of document.formats) {
		const bytes = await makeFile({ documents: filePrinter, content: loadedContent }, document, format)
		files[format] = { kilobytes: Math.ceil(bytes.length / 1000), ...(format === 'pdf' ? { pages: countPages(bytes) } : {}) }
	}
	sizes[slug] = files
}
await writeFile(fileURLToPath(new URL('../content/document-sizes.json', import.meta.url)), `${JSON.stringify(sizes, null, '\t')}\n`)
console.log(`content/document-sizes.json: ${Object.keys(sizes).length} documents`)
process.exit()
