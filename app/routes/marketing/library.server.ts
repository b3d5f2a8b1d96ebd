import libraryJson from '#content/library.json'
import { readLibrary, toDocumentCard } from '#content/parse-document.ts'
import { DOCUMENT_GROUPS } from '#content/schema/document.ts'
import { LibraryWordsSchema } from '#content/schema/library.ts'

const files = import.meta.glob<string>('/content/documents/*.{md,json}', { query: '?raw', import: 'default', eager: true })

/** The public part of the library, by group. No body leaves this file. The build stops at the first invalid document. */
const cards = readLibrary(Object.fromEntries(Object.entries(files).map(([file, source]) => [/[^/]+$/.exec(file)?.[0] ?? '', source]))).map(
	(document) => toDocumentCard(document),
)

export const libraryWords = LibraryWordsSchema.parse(libraryJson)

export const libraryGroups = DOCUMENT_GROUPS.map((group) => ({
	group,
	...libraryWords.groups[group],
	documents: cards.filter((card) => card.group === group),
})).filter(({ documents }) => documents.length > 0)
