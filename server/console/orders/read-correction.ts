import { describeTax } from '#domain/invoices/invoice.ts'
import { toTypedTax } from '#domain/invoices/typed-tax.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { toTyped } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { lacksInvoice } from '#server/services/commerce/invoices/invoice-by-hand.ts'
import { buyerOf, toTax } from '#server/services/commerce/invoices/invoice-rows.ts'

import { requireOrder } from './order-actions.ts'

/**
 * Reads the latest invoice of an order for correction. An order whose tax isn't known has no invoice yet, only an email address.
 * @throws ServiceError order_not_found, invoice_not_found (404)
 */
export async function readCorrection(request: ConsoleRequest) {
	const { db } = request.ctx
	const { order } = await requireOrder(request)
	const shown = { id: order.id, totalCents: order.total_cents, currency: order.currency }
	const invoice = (await listInvoices(db, order.id)).findLast(({ kind }) => kind === 'invoice')
	if (invoice) {
		const { id, number, gross_cents: grossCents } = invoice
		const { kind, rate, country, reason } = toTypedTax(toTax(invoice))
		return {
			order: shown,
			invoice: { id, number, grossCents, tax: describeTax(toTax(invoice)) },
			known: { ...toTyped(buyerOf(invoice)), taxKind: kind, taxRate: rate, taxCountry: country, taxReason: reason },
		}
	}
	if (await lacksInvoice(db, order.id)) return { order: shown, invoice: null, known: { name: order.email ?? '' } }
	throw new ServiceError('not-found', 'invoice_not_found', 'This order has no invoice.')
}
