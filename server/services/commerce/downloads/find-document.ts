import type { Content } from '#content/load-content.server.ts'
import type { DocumentFormat, LibraryDocument } from '#content/schema/document.ts'
import { ServiceError } from '#server/kernel/errors.ts'

export type WantedDocument = { slug: string; format: string }
export type FoundDocument = { document: LibraryDocument; format: DocumentFormat }

/**
 * Finds a document in one format.
 * @throws ServiceError `document_not_found` (404) if the document, or this format of it, doesn't exist
 */
export function findDocument(content: Content, { slug, format: wanted }: WantedDocument): FoundDocument {
	const document = content.libraryDocuments.get(slug)
	const format = document?.formats.find((name) => name === wanted)
	if (!document || !format) throw new ServiceError('not-found', 'document_not_found', 'There is no such document.')
	return { document, format }
}
