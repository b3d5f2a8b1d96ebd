import { sql } from 'kysely'

import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import { lockOrderAndAccess } from '#server/services/commerce/orders/lock-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/**
 * Sets when the access of an order ends, without moving money: progress, notes and certificates stay, and a refund is still possible.
 * @param endsAt null removes the end, which also gives ended access back
 * @returns the previous end
 * @throws ServiceError order_not_found (404), access_not_open (409) if the order was never paid or its access was revoked
 */
export const setAccessEnd = (ctx: ServiceContext, orderId: string, endsAt: Date | 'now' | null): Promise<Date | null> =>
	inTransaction(ctx.db, async (tx) => {
		const known = await tx.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
		if (!known) throw orderNotFound()
		const { user_id: userId } = await lockOrderAndAccess(tx, orderId)
		const access = tx.selectFrom('entitlements').select('ends_at').where('order_id', '=', orderId).where('state', '<>', 'revoked')
		const before = await access.executeTakeFirst()
		if (!before) throw new ServiceError('conflict', 'access_not_open', 'This order gives no access, so it can’t end or be given back.')
		await tx
			.updateTable('entitlements')
			// The database's clock, which also decides whether access is open.
			.set({ ends_at: endsAt === 'now' ? sql<Date>`now()` : endsAt })
			.where('order_id', '=', orderId)
			.execute()
		const detail = { order: orderId, until: endsAt instanceof Date ? endsAt.toISOString() : (endsAt ?? 'no end') }
		await recordAudit(ctx, tx, { action: 'access_end_set', outcome: 'success', userId, detail })
		return before.ends_at
	})
