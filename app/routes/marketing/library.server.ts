import { exampleOf } from '#content/document-examples.ts'
import sizesJson from '#content/document-sizes.json'
import { pictureSize } from '#content/draw-first-page.ts'
import libraryJson from '#content/library.json'
import { readLibrary, toDocumentCard } from '#content/parse-document.ts'
import { DocumentSizesSchema } from '#content/schema/document-sizes.ts'
import { DOCUMENT_GROUPS } from '#content/schema/document.ts'
import { LibraryWordsSchema } from '#content/schema/library.ts'

const files = import.meta.glob<string>('/content/documents/*.{md,json}', { query: '?raw', import: 'default', eager: true })

export const libraryWords = LibraryWordsSchema.parse(libraryJson)
const sizes = DocumentSizesSchema.parse(sizesJson)

/**
 * The public part of the library, by group. Of a body only the example of a workbook leaves this file. The build stops at the first
 * invalid document.
 */
const cards = readLibrary(Object.fromEntries(Object.entries(files).map(([file, source]) => [/[^/]+$/.exec(file)?.[0] ?? '', source]))).map(
	(document) => ({
		...toDocumentCard(document),
		picture: pictureSize(document),
		example: exampleOf(document, libraryWords),
		sizes: sizes[document.slug] ?? {},
	}),
)

export const libraryGroups = DOCUMENT_GROUPS.map((group) => ({
	group,
	...libraryWords.groups[group],
	documents: cards.filter((card) => card.group === group),
})).filter(({ documents }) => documents.length > 0)
