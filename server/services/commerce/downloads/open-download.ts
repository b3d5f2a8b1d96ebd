import type { Content } from '#content/load-content.server.ts'
import type { DocumentFormat, LibraryDocument } from '#content/schema/document.ts'
import type { DownloadLink } from '#contracts/downloads.ts'
import { paths } from '#contracts/paths.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findAccess } from '#server/services/learning/entitlements/find-access.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { signLink } from './sign-link.ts'

export type WantedDocument = { slug: string; format: string }
export type FoundDocument = { document: LibraryDocument; format: DocumentFormat }

/** @throws ServiceError `document_not_found` (404) if the document, or this format of it, doesn't exist */
export function findDocument(content: Content, { slug, format: wanted }: WantedDocument): FoundDocument {
	const document = content.libraryDocuments.get(slug)
	const format = document?.formats.find((name) => name === wanted)
	if (!document || !format) throw new ServiceError('not-found', 'document_not_found', 'We can’t find that document.')
	return { document, format }
}

export const ENTITLEMENT_REQUIRED = [
	'forbidden',
	'entitlement_required',
	'This document is part of the program. It opens once you have bought it.',
] as const

/**
 * Returns a link to a document: signed and expiring if it's paid, otherwise public.
 * @throws ServiceError `document_not_found` (404), `not_authenticated` (401), `entitlement_required` (403)
 */
export async function openDownload(ctx: ServiceContext, wanted: WantedDocument): Promise<DownloadLink> {
	const userId = requireLearnerId(ctx)
	const { document, format } = findDocument(ctx.content, wanted)
	const { slug } = document
	if (document.access === 'free') return { url: paths.document(slug, format), expiresAt: null }
	if ((await findAccess(ctx.db, userId, ctx.content.openersOf(slug))) === null) throw new ServiceError(...ENTITLEMENT_REQUIRED)
	const { signature, expiresAt } = await signLink(ctx, { slug, format, userId })
	return { url: `${paths.paidDocument(slug, format)}?link=${signature}`, expiresAt: expiresAt.toISOString() }
}
