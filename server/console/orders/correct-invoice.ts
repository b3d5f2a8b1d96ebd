import { html } from 'hono/html'

import { describeTax, TAX_KINDS, type TaxKind } from '#domain/invoices/invoice.ts'
import type { TypedBuyer } from '#domain/invoices/read-buyer.ts'
import { toTypedTax, type TypedTax } from '#domain/invoices/typed-tax.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { showPage } from '#server/console/shell/page.ts'
import { form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { correctInvoice, toTyped } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { issueByHand, lacksInvoice } from '#server/services/commerce/invoices/invoice-by-hand.ts'
import { buyerOf, type InvoiceRow, taxOf } from '#server/services/commerce/invoices/invoice-rows.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'

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

const KINDS: Readonly<Record<TaxKind, string>> = {
	included: 'The amount contains it, at the rate below',
	reverse_charge: 'Reverse charge: the buyer accounts for it',
	zero_rated: 'Taxed at 0 %',
	exempt: 'Exempt',
	not_subject: 'Outside the tax',
}

function taxFields(known: Fields, isFirst: boolean) {
	const kinds = TAX_KINDS.map((kind) => [kind, KINDS[kind]] as const)
	return [
		{ name: 'taxKind', label: 'How the sale is taxed', options: isFirst ? [['', 'Please choose'] as const, ...kinds] : kinds },
		{ name: 'taxRate', label: 'Rate in percent', hint: 'Where the amount contains the tax: 19, 5.5.', isRequired: false },
		{ name: 'taxCountry', label: 'Country of the tax', hint: 'Two letters; empty is the seller’s.', isRequired: false },
		{
			name: 'taxReason',
			label: 'Why there is none, as the invoice has to say it',
			hint: 'Reverse charge: the buyer accounts for the VAT.',
			isRequired: false,
		},
	].map((each) => ({ ...each, value: known[each.name] ?? '', maxLength: 200 }))
}

const nameTaxFields = ({ kind, rate, country, reason }: TypedTax): Fields => ({
	taxKind: kind,
	taxRate: rate,
	taxCountry: country,
	taxReason: reason,
})

/** What the newest invoice says already; of an order whose tax nobody could say, its address of mail. */
async function readKnown({ ctx: { db } }: Work, order: OrderRow) {
	const invoice = (await listInvoices(db, order.id)).findLast(({ kind }) => kind === 'invoice')
	if (invoice) return { invoice, fields: { ...toTyped(buyerOf(invoice)), ...nameTaxFields(toTypedTax(taxOf(invoice))) } }
	if (await lacksInvoice(db, order.id)) return { invoice, fields: { name: order.email ?? '' } }
	throw new ServiceError('not-found', 'invoice_not_found', 'This order has no invoice.')
}

const explainFirst = (order: OrderRow) =>
	html`<p>
		The payment provider could not say how this sale is taxed, so it has no invoice yet. Look at the payment in the provider’s dashboard and
		enter it here. The tax is taken out of the ${formatMoney(order.total_cents, order.currency)} that the buyer paid.
	</p>`

const explainCorrection = (order: OrderRow, invoice: InvoiceRow) =>
	html`<p>
			Invoices are never changed. A new one with its own number replaces <span class="whole">${invoice.number}</span>
			(${formatMoney(invoice.gross_cents, order.currency)}, ${describeTax(taxOf(invoice))}), and a credit note cancels the old one. No money
			moves.
		</p>
		<p>
			You can correct the buyer and the tax, but not the amount, since it is the money that moved; another tax is taken out of the same
			amount. To lower it, send part of it back with <a href="${places.orders}/${order.id}">a refund</a>, which makes its own credit note.
			The payment provider’s own tax reports do not change.
		</p>`

/** What the newest invoice of an order says of buyer and tax, to be corrected; or to be said first. What was refused stays in the form. */
export async function showCorrection(work: Work, refused?: { problem: string; fields: Fields }) {
	const { order } = await requireOrder(work)
	const { invoice, fields } = await readKnown(work, order)
	const known: Fields = refused?.fields ?? fields
	const path = `${places.orders}/${order.id}`
	const content = html`<p><a href="${path}">The order</a></p>
		${refused === undefined ? '' : html`<p class="problem" role="alert">${refused.problem}</p>`}
		${invoice ? explainCorrection(order, invoice) : explainFirst(order)}
		${form(work, {
			action: `${path}/correct-invoice`,
			label: invoice ? 'Issue both' : 'Make the invoice',
			fields: [
				...LINES.map((each) => ({ ...each, value: known[each.name] ?? '', maxLength: 200 })),
				...taxFields(known, !invoice),
				{
					name: 'reason',
					label: 'Reason',
					hint: 'Kept in the activity log; no invoice shows it.',
					value: known.reason ?? '',
					maxLength: 500,
				},
			],
			hidden: { invoice: known.invoice ?? invoice?.id ?? '' },
			isGuarded: true,
			note: `This is final. The buyer finds ${invoice ? 'both' : 'it'} on the page of their order; resend the receipt to tell them.`,
		})}`
	const title = invoice ? 'Correct the invoice' : 'Make the invoice'
	return showPage(work, { title, content, status: refused === undefined ? 200 : 422 })
}

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

export async function correct(work: Work, fields: Fields) {
	const { c, ctx } = work
	const { order } = await requireOrder(work)
	const reason = (fields.reason ?? '').trim()
	if (reason === '') return showCorrection(work, { problem: 'Please give the reason: it is kept with what was done.', fields })
	const invoiceId = fields.invoice ?? ''
	const asked = { orderId: order.id, buyer: readTyped(fields), tax: readTax(fields) }
	try {
		const numbers = await (invoiceId === '' ? issueByHand(ctx, asked) : correctInvoice(ctx, { ...asked, invoiceId }))
		await recordAction(work, ctx.db, {
			action: invoiceId === '' ? 'invoice_made' : 'invoice_corrected',
			object: { kind: 'order', id: order.id },
			reason,
			before: { invoice: invoiceId },
			after: { issued: numbers },
		})
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'unprocessable') return showCorrection(work, { problem: error.message, fields })
		throw error
	}
	return c.redirect(`${places.orders}/${order.id}?said=${invoiceId === '' ? 'invoice-made' : 'invoice-corrected'}`, 303)
}
