import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { holdAccess } from '#server/services/learning/entitlements/find-access.ts'

import { ENTITLEMENT_REQUIRED, findDocument, type FoundDocument, type WantedDocument } from './open-download.ts'
import { renderDocument, type RenderedFile } from './render-document.ts'
import { checkLink } from './sign-link.ts'

export type TakenDocument = FoundDocument & { file: RenderedFile }

/** @throws ServiceError `document_not_found` (404), `entitlement_required` (403) */
export async function takeFreeDocument(ctx: ServiceContext, wanted: WantedDocument): Promise<TakenDocument> {
	const found = findDocument(ctx.content, wanted)
	if (found.document.access !== 'free') throw new ServiceError(...ENTITLEMENT_REQUIRED)
	return { ...found, file: await renderDocument(ctx, found.document, found.format) }
}

type PaidRequest = WantedDocument & {
	signature: string
	/** `look`: a HEAD request, not recorded as a download. `rest`: a range request that continues a download. */
	part: 'all' | 'rest' | 'look'
}

/**
 * Checks the entitlement again, and records the download before the first byte is sent: the refund rule depends on it.
 * @throws ServiceError `document_not_found` (404), `link_invalid`, `link_expired`, `entitlement_required` (403)
 */
export async function takePaidDocument(ctx: ServiceContext, { signature, part, ...wanted }: PaidRequest): Promise<TakenDocument> {
	const found = findDocument(ctx.content, wanted)
	const { slug } = found.document
	const { format } = found
	const { userId } = await checkLink(ctx, { slug, format }, signature)
	// Render before recording: if rendering fails, nothing was downloaded.
	const file = await renderDocument(ctx, found.document, format)
	await inTransaction(ctx.db, async (tx) => {
		const orderId = await holdAccess(tx, userId, ctx.content.openersOf(slug))
		if (orderId === null) throw new ServiceError(...ENTITLEMENT_REQUIRED)
		if (part === 'look') return
		const now = ctx.now()
		await tx
			.insertInto('downloads')
			.values({ order_id: orderId, user_id: userId, document: slug, format, first_at: now, last_at: now })
			.onConflict((conflict) =>
				conflict.columns(['order_id', 'user_id', 'document', 'format']).doUpdateSet((eb) => ({
					last_at: now,
					times: part === 'all' ? eb('downloads.times', '+', 1) : eb.ref('downloads.times'),
				})),
			)
			.execute()
	})
	return { ...found, file }
}
