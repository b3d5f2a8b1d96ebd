import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { findOrder, orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { accessMail, receiptMail } from '#server/services/commerce/orders/order-mails.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { COMPLIMENTARY_PROVIDER } from './complimentary-access.ts'
import { prepareGuestAccess } from './settle-order.ts'

const MINUTE_MS = 60_000

/**
 * Reads the access that an order gives now. Access ends with a full refund, a lost dispute, a revocation, or at the time that the team
 * has set.
 */
const findOpenAccess = (db: Db | Tx, orderId: string) =>
	db.selectFrom('entitlements').select('ends_at as endsAt').where('order_id', '=', orderId).where(isOpen).executeTakeFirst()

/**
 * Resends a paid order's receipt or access email, at most once per minute.
 * @returns the message's ID; null within the same minute
 * @throws ServiceError order_not_found (404), order_given, order_not_paid, order_without_address, access_not_open (409)
 */
export async function sendOrderMailAgain(
	ctx: ServiceContext,
	{ orderId, mail: kind }: { orderId: string; mail: 'receipt' | 'access' },
): Promise<string | null> {
	const found = await findOrder(ctx, orderId)
	if (!found) throw orderNotFound()
	return inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, found.order.id)
		const { id, email, paid_at: paidAt, user_id: userId, provider } = order
		if (kind === 'receipt' && provider === COMPLIMENTARY_PROVIDER)
			throw new ServiceError('conflict', 'order_given', 'This access is complimentary, so there’s no receipt.')
		if (paidAt === null) throw new ServiceError('conflict', 'order_not_paid', 'This order was never paid, so there’s no such email.')
		if (email === null) throw new ServiceError('conflict', 'order_without_address', 'This order no longer has an email address.')
		const dedupeKey = `${kind}-again:${id}:${Math.floor(ctx.now().getTime() / MINUTE_MS)}`
		if (await tx.selectFrom('outbox_messages').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst()) return null
		let mail: RenderedMail
		if (kind === 'receipt') {
			const hasInvoice = (await listInvoices(tx, id)).length > 0
			mail = receiptMail(ctx, order, { sessionId: found.sessionId ?? id, hasInvoice })
		} else {
			const open = await findOpenAccess(tx, id)
			if (!open) throw new ServiceError('conflict', 'access_not_open', 'This order gives no access right now, so there’s nothing to send.')
			const access = userId === null ? await prepareGuestAccess(ctx, tx, email) : { kind: 'signed-in' as const }
			mail = accessMail(ctx, order, { ...access, ...open })
		}
		return enqueueMessage(ctx, tx, { to: email, ...mail, dedupeKey })
	})
}
