import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, actionAfterCall, guardedAction, reactPage, withOwnTransaction } from '#server/console/shell/route.ts'
import { printEvidence } from '#server/services/commerce/evidence/print-evidence.ts'

import { correct } from './correct-invoice.ts'
import { endAccess, grantRefund, markPaid, markRefunded, reconcileNow, requireOrder, sendAgain } from './order-actions.ts'
import { orderFile } from './order-file.ts'

/** Creates an order's record as a PDF, as evidence in a dispute. */
async function createEvidence(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { order } = await requireOrder(request)
	const file = await printEvidence(ctx, order)
	await recordAction(request, ctx.db, {
		action: 'evidence_made',
		object: { kind: 'order', id: order.id },
		after: { bytes: file.byteLength },
	})
	c.header('Content-Type', 'application/pdf')
	c.header('Content-Disposition', `attachment; filename="order-${order.id.slice(-8)}-record.pdf"`)
	return c.body(new Uint8Array(file))
}

const ORDER = `${consolePaths.orders}/:order`

export const orderRoutes = [
	reactPage(consolePaths.orders, 'support'),
	orderFile,
	reactPage(ORDER, 'support'),
	actionAfterCall(`${ORDER}/reconcile`, 'support', reconcileNow),
	action(`${ORDER}/mail`, 'support', sendAgain),
	guardedAction(`${ORDER}/end-access`, endAccess),
	guardedAction(`${ORDER}/evidence`, createEvidence),
	reactPage(`${ORDER}/correct-invoice`, 'operator'),
	guardedAction(`${ORDER}/correct-invoice`, correct),
	guardedAction(`${ORDER}/refund`, grantRefund),
	// These actions settle the order after the transaction with the decision. If the connection is lost in between, submitting
	// again completes them.
	withOwnTransaction(guardedAction(`${ORDER}/transfer-paid`, markPaid)),
	withOwnTransaction(guardedAction(`${ORDER}/refund-sent`, markRefunded)),
]
