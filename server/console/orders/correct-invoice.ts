import { consolePaths } from '#contracts/console-paths.ts'
import type { TypedBuyer } from '#domain/invoices/read-buyer.ts'
import type { TypedTax } from '#domain/invoices/typed-tax.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { requireReason } from '#server/console/shell/form-refused.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { correctInvoice } from '#server/services/commerce/invoices/correct-invoice.ts'
import { issueByHand } from '#server/services/commerce/invoices/invoice-by-hand.ts'

import { requireOrder } from './order-actions.ts'

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
export async function correct(request: ConsoleActionRequest, fields: Fields) {
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
