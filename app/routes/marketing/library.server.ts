import { documentExample } from '#content/document-examples.ts'
import { pictureSize } from '#content/draw-first-page.ts'
import type { Content } from '#content/load-content.server.ts'
import { toDocumentCard } from '#content/parse-document.ts'
import { DOCUMENT_GROUPS } from '#content/schema/document.ts'

/** Returns the public data of the library's documents, by group. A document's content isn't public, except for a workbook's example. */
export function groupLibrary({ libraryDocuments, libraryWords, documentSizes }: Content) {
	const cards = [...libraryDocuments.values()].map((document) => ({
		...toDocumentCard(document),
		picture: pictureSize(document),
		example: documentExample(document, libraryWords),
		sizes: documentSizes[document.slug] ?? {},
	}))
	return DOCUMENT_GROUPS.map((group) => ({
		group,
		...libraryWords.groups[group],
		documents: cards.filter((card) => card.group === group),
	})).filter(({ documents }) => documents.length > 0)
}
