import { consolePaths } from '#contracts/console-paths.ts'
import type { TypedBuyer } from '#domain/invoices/read-buyer.ts'
import type { TypedTax } from '#domain/invoices/typed-tax.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { requireReason } from '#server/console/shell/form-refused.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, actionAfterCall, guardedAction, reactPage, withOwnTransaction } from '#server/console/shell/route.ts'
import { printEvidence } from '#server/services/commerce/evidence/print-evidence.ts'
import { correctInvoice } from '#server/services/commerce/invoices/correct-invoice.ts'
import { issueByHand } from '#server/services/commerce/invoices/invoice-by-hand.ts'

import { endAccess, grantRefund, markPaid, markRefunded, reconcileNow, requireOrder, sendAgain } from './order-actions.ts'
import { orderFile } from './order-file.ts'

type Fields = Readonly<Record<string, string>>

const readTyped = (fields: Fields): TypedBuyer => {
	const { name = '', line1 = '', line2 = '', postcode = '', city = '', region = '', country = '', vatId = '' } = fields
	return { name, line1, line2, postcode, city, region, country, vatId }
}

const readTax = ({ taxKind = '', taxRate = '', taxCountry = '', taxReason = '' }: Fields): TypedTax => ({
	kind: taxKind,
	rate: taxRate,
	country: taxCountry,
	reason: taxReason,
})

/** Corrects the latest invoice of an order, or issues a missing one. */
async function correct(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const { order } = await requireOrder(request)
	const reason = requireReason(fields)
	const invoiceId = fields.invoice ?? ''
	const asked = { orderId: order.id, buyer: readTyped(fields), tax: readTax(fields) }
	const isFirst = invoiceId === ''
	const numbers = await (isFirst ? issueByHand(ctx, asked) : correctInvoice(ctx, { ...asked, invoiceId }))
	await recordAction(request, ctx.db, {
		action: isFirst ? 'invoice_made' : 'invoice_corrected',
		object: { kind: 'order', id: order.id },
		reason,
		before: { invoice: invoiceId },
		after: { issued: numbers },
	})
	return c.redirect(`${consolePaths.orders}/${order.id}?notice=${isFirst ? 'invoice-made' : 'invoice-corrected'}`, 303)
}

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
