import { consolePaths } from '#contracts/console-paths.ts'
import { describeTax } from '#domain/invoices/invoice.ts'
import { toTypedTax, type TypedBuyer, type TypedTax } from '#domain/invoices/typed-invoice.ts'
import { listCountries } from '#server/console/content/field-words.ts'
import {
	type ConsoleActionRequest,
	type ConsoleRequest,
	recordAction,
	requireReason,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, guardedAction, withOwnTransaction } from '#server/console/shell/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { printEvidence } from '#server/services/commerce/evidence/print-evidence.ts'
import { correctInvoice, issueMissingInvoice, lacksInvoice, toTypedBuyer } from '#server/services/commerce/invoices/correct-invoice.ts'
import { buyerOf, listInvoices, toInvoiceTax } from '#server/services/commerce/invoices/find-invoices.ts'

import {
	checkRefund,
	endAccess,
	setEndOfAccess,
	grantRefund,
	markPaid,
	markRefunded,
	reconcileNow,
	requireOrder,
	resendOrderMail,
} from './order-actions.ts'
import { orderFile } from './read-orders.ts'

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
	const correction = { orderId: order.id, buyer: readTyped(fields), tax: readTax(fields) }
	const isFirst = invoiceId === ''
	const numbers = await (isFirst ? issueMissingInvoice(ctx, correction) : correctInvoice(ctx, { ...correction, invoiceId }))
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
	return sendFile(c, { name: `order-${order.id.slice(-8)}-record.pdf`, content: file })
}

const ORDER = `${consolePaths.orders}/:order`

export const orderRoutes = [
	orderFile,
	actionAfterCall(`${ORDER}/reconcile`, 'support', reconcileNow),
	action(`${ORDER}/mail`, 'support', resendOrderMail),
	guardedAction(`${ORDER}/access-end`, setEndOfAccess),
	guardedAction(`${ORDER}/end-access`, endAccess),
	guardedAction(`${ORDER}/evidence`, createEvidence),
	guardedAction(`${ORDER}/correct-invoice`, correct),
	guardedAction(`${ORDER}/refund`, grantRefund, checkRefund),
	// These actions settle the order after the transaction with the decision. If the connection is lost in between, submitting
	// again completes them.
	withOwnTransaction(guardedAction(`${ORDER}/transfer-paid`, markPaid)),
	withOwnTransaction(guardedAction(`${ORDER}/refund-sent`, markRefunded)),
]

/**
 * Reads the latest invoice of an order for correction. An order whose tax isn't known has no invoice yet, only an email address.
 * @throws ServiceError order_not_found, invoice_not_found (404)
 */
export async function readInvoiceToCorrect(request: ConsoleRequest) {
	const { db } = request.ctx
	const { order } = await requireOrder(request)
	const shown = { id: order.id, totalCents: order.total_cents, currency: order.currency }
	const countries = listCountries()
	const invoice = (await listInvoices(db, order.id)).findLast(({ kind }) => kind === 'invoice')
	if (invoice) {
		const { id, number, gross_cents: grossCents } = invoice
		const { kind, rate, country, reason } = toTypedTax(toInvoiceTax(invoice))
		return {
			order: shown,
			countries,
			invoice: { id, number, grossCents, tax: describeTax(toInvoiceTax(invoice)) },
			known: { ...toTypedBuyer(buyerOf(invoice)), taxKind: kind, taxRate: rate, taxCountry: country, taxReason: reason },
		}
	}
	if (await lacksInvoice(db, order.id)) return { order: shown, countries, invoice: null, known: { name: order.email ?? '' } }
	throw new ServiceError('not-found', 'invoice_not_found', 'This order has no invoice.')
}
