import { html } from 'hono/html'

import type { TypedBuyer } from '#domain/invoices/read-buyer.ts'
import { showPage } from '#server/console/shell/page.ts'
import { form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { correctInvoice, toTyped } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { buyerOf } from '#server/services/commerce/invoices/invoice-rows.ts'

import { requireOrder } from './order-actions.ts'

type Fields = Readonly<Record<string, string>>

const LINES: readonly { name: keyof TypedBuyer; label: string; hint?: string; isRequired: boolean }[] = [
	{ name: 'name', label: 'Name of the person or company', isRequired: true },
	{ name: 'line1', label: 'Address', isRequired: false },
	{ name: 'line2', label: 'Second line of the address', isRequired: false },
	{ name: 'postcode', label: 'Postcode', isRequired: false },
	{ name: 'city', label: 'City', isRequired: false },
	{ name: 'region', label: 'State or province', isRequired: false },
	{ name: 'country', label: 'Country', hint: 'Two letters: DE, US.', isRequired: false },
	{ name: 'vatId', label: 'VAT id', hint: 'With its country: DE123456789.', isRequired: false },
]

/** What the newest invoice of an order says of its buyer, to be corrected. What was refused stays in the form. */
export async function showCorrection(work: Work, refused?: { problem: string; fields: Fields }) {
	const { order } = await requireOrder(work)
	const invoice = (await listInvoices(work.ctx.db, order.id)).findLast(({ kind }) => kind === 'invoice')
	if (!invoice) throw new ServiceError('not-found', 'invoice_not_found', 'This order has no invoice.')
	const known: Fields = refused?.fields ?? toTyped(buyerOf(invoice))
	const path = `${places.orders}/${order.id}`
	const content = html`<p><a href="${path}">The order</a></p>
		${refused === undefined ? '' : html`<p class="problem" role="alert">${refused.problem}</p>`}
		<p>
			An invoice is never changed. A new one with a number of its own takes the place of <span class="whole">${invoice.number}</span>, and a
			credit note takes that one back. No money moves.
		</p>
		${form(work, {
			action: `${path}/correct-invoice`,
			label: 'Issue both',
			fields: [
				...LINES.map((each) => ({ ...each, value: known[each.name] ?? '', maxLength: 200 })),
				{ name: 'reason', label: 'Reason', hint: 'Kept with what was done.', value: known.reason ?? '', maxLength: 500 },
			],
			hidden: { invoice: known.invoice ?? invoice.id },
			isGuarded: true,
			note: 'This is final. The buyer finds both on the page of their order; send the receipt again to tell them.',
		})}`
	return showPage(work, { title: 'Correct the invoice', content, status: refused === undefined ? 200 : 422 })
}

const readTyped = (fields: Fields): TypedBuyer => {
	const { name = '', line1 = '', line2 = '', postcode = '', city = '', region = '', country = '', vatId = '' } = fields
	return { name, line1, line2, postcode, city, region, country, vatId }
}

export async function correct(work: Work, fields: Fields) {
	const { c, ctx } = work
	const { order } = await requireOrder(work)
	const reason = (fields.reason ?? '').trim()
	if (reason === '') return showCorrection(work, { problem: 'Please give the reason: it is kept with what was done.', fields })
	const invoiceId = fields.invoice ?? ''
	try {
		const numbers = await correctInvoice(ctx, { orderId: order.id, invoiceId, buyer: readTyped(fields) })
		await recordAction(work, ctx.db, {
			action: 'invoice_corrected',
			object: { kind: 'order', id: order.id },
			reason,
			before: { invoice: invoiceId },
			after: { issued: numbers },
		})
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'unprocessable') return showCorrection(work, { problem: error.message, fields })
		throw error
	}
	return c.redirect(`${places.orders}/${order.id}?said=invoice-corrected`, 303)
}
