/**
 * `npm run refunds -- list` lists refund requests. `npm run refunds -- grant <order> --operator <name> --reason <text> [--cents
 * <n>]` overrides the policy; the running server then sends the money. For bank transfers, the operator sends it and records that
 * with `npm run refunds -- sent <request> --operator <name>`.
 */
import { formatMoney } from '#domain/pricing/money.ts'
import { type ListedRefund, listRefunds } from '#server/services/commerce/refunds/read-refund.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { markRefundSent } from '#server/services/commerce/transfers/mark-refund-sent.ts'

import { runOperatorCommand, readArguments, UsageError } from './operate.ts'

const USAGE = `npm run refunds -- list
npm run refunds -- grant <order> --operator <name> --reason <text> [--cents <n>]
npm run refunds -- sent <request> --operator <name>`

const { values, positionals } = readArguments({
	allowPositionals: true,
	options: { operator: { type: 'string' }, reason: { type: 'string' }, cents: { type: 'string' } },
})

const toLine = (row: ListedRefund) =>
	[
		row.requested_at.toISOString(),
		row.id,
		row.order_id,
		row.kind,
		row.state,
		row.state === 'refused' ? row.reasons.join('+') : formatMoney(row.amount_cents, row.currency),
		row.decided_by,
		row.message ?? '',
	].join('  ')

await runOperatorCommand(async (ctx) => {
	const [command, orderId] = positionals
	if (command === 'list') {
		for (const row of await listRefunds(ctx)) console.log(toLine(row))
		return
	}
	if (command === 'sent' && orderId !== undefined) {
		const { orderId: order, isNew } = await markRefundSent(ctx, { requestId: orderId, operator: values.operator ?? '' })
		console.log(isNew ? `marked as sent: order ${order}; the buyer is notified` : `was already marked as sent: order ${order}`)
		return
	}
	if (command !== 'grant' || orderId === undefined) throw new UsageError(USAGE)
	const { operator = '', reason = '', cents } = values
	const request = await overrideRefund(ctx, { orderId, operator, reason, ...(cents !== undefined && { amountCents: Number(cents) }) })
	console.log(`granted: ${request.amount_cents} cents of order ${request.order_id}; the running server sends it`)
})
