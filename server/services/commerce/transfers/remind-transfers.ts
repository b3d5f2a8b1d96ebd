import { isReminderDue } from '#domain/orders/check-transfer.ts'
import type { Transfer } from '#server/adapters/payments/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { toFacts } from './mark-transfer-paid.ts'
import { mailTransfer } from './transfer-mails.ts'

/** Sends one reminder. Checks under the order's lock, so that none is sent after a payment was marked. */
const remindOne = (ctx: ServiceContext, { checkoutId, orderId }: Transfer): Promise<boolean> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const transfer = await ctx.payments.transfers?.find(tx, checkoutId)
		if (!transfer || transfer.paidAt !== null || order.status !== 'pending') return false
		return mailTransfer(ctx, tx, { step: 'reminder', order, transfer })
	})

/** Reminds buyers of unpaid bank transfers, once per order. Returns the number of reminders sent. */
export async function remindTransfers(ctx: ServiceContext): Promise<number> {
	if (ctx.payments.transfers === null) return 0
	const day = { nowMs: ctx.now().getTime(), days: ctx.content.bankTransfer.remindAfterDays }
	let reminded = 0
	for (const transfer of await ctx.payments.transfers.listOpen(ctx.db))
		if (isReminderDue(toFacts(transfer), day) && (await remindOne(ctx, transfer))) reminded += 1
	return reminded
}
