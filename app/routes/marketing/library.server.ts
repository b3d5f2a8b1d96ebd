import { exampleOf } from '#content/document-examples.ts'
import { pictureSize } from '#content/draw-first-page.ts'
import { content } from '#content/loaded.server.ts'
import { toDocumentCard } from '#content/parse-document.ts'
import { DOCUMENT_GROUPS } from '#content/schema/document.ts'

export const { libraryWords } = content

/** The public part of the library, by group. Of a body only the example of a workbook leaves this file. */
const cards = [...content.libraryDocuments.values()].map((document) => ({
	...toDocumentCard(document),
	picture: pictureSize(document),
	example: exampleOf(document, libraryWords),
	sizes: content.documentSizes[document.slug] ?? {},
}))

export const libraryGroups = DOCUMENT_GROUPS.map((group) => ({
	group,
	...libraryWords.groups[group],
	documents: cards.filter((card) => card.group === group),
})).filter(({ documents }) => documents.length > 0)
