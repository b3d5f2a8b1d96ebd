import type { Buyer, Seller, Tax } from '#domain/invoices/invoice.ts'
import { splitGross } from '#domain/invoices/split-gross.ts'
import { invoicedBalance, allocateCredit } from '#domain/invoices/spread-credit.ts'
import {
	type FieldProblem,
	parseInvoiceBuyer,
	parseInvoiceTax,
	toTypedTax,
	type TypedBuyer,
	type TypedTax,
} from '#domain/invoices/typed-invoice.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { readServerFacts } from '#server/services/commerce/orders/store-facts.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { listInvoices, toIssuedDocument } from './find-invoices.ts'
import { issueDocument, toTaxTerms, invoiceTermsOf } from './issue-invoice.ts'
import { issueMissingInvoices } from './issue-missing-invoices.ts'

type Correction = {
	orderId: string
	/** ID of the order's newest invoice when the form was shown. */
	invoiceId: string
	buyer: TypedBuyer
	tax: TypedTax
}

const conflict = (code: string, message: string) => new ServiceError('conflict', code, message)

const unchanged = () => new ServiceError('unprocessable', 'invoice_unchanged', 'The invoice already says this. Nothing was changed.')

export const invalidField = (code: string, { field, problem }: FieldProblem<string>) =>
	new ServiceError('unprocessable', code, problem, { fields: { [field]: problem } })

/**
 * Replaces an order's invoices with a new one, for a different buyer or tax, and credit notes. No money moves.
 * @returns the numbers of the issued documents, the new invoice first
 * @throws ServiceError buyer_invalid, tax_invalid, invoice_unchanged (422), invoice_changed, invoice_credited (409)
 */
export const correctInvoice = (
	ctx: ServiceContext,
	{ orderId, invoiceId, buyer: typedBuyer, tax: typedTax }: Correction,
): Promise<string[]> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const known = await listInvoices(tx, orderId)
		const invoice = known.findLast(({ kind }) => kind === 'invoice')
		if (invoice?.id !== invoiceId) throw conflict('invoice_changed', 'A newer invoice has replaced this one. Reload the page to see it.')
		const issued = known.map(toIssuedDocument)
		const balance = invoicedBalance(issued)
		if (balance.grossCents <= 0) throw conflict('invoice_credited', 'This invoice was fully credited, so there’s nothing left to correct.')
		const before = invoiceTermsOf(invoice)
		const buyer = parseInvoiceBuyer(typedBuyer, before.buyer.email)
		if ('problem' in buyer) throw invalidField('buyer_invalid', buyer)
		const tax = changedTax(typedTax, { ...before, buyer, before: before.tax, hadVatId: before.buyer.vatId !== null })
		// Both sides go through `parseInvoiceBuyer`: jsonb doesn't keep the order of keys.
		const isBuyerSame = JSON.stringify(parseInvoiceBuyer(toTypedBuyer(before.buyer), before.buyer.email)) === JSON.stringify(buyer)
		if (isBuyerSame && tax === null) throw unchanged()
		const amounts = tax === null ? balance : splitGross(balance.grossCents, tax.rateBasisPoints)
		const replacement = await issueDocument(ctx, tx, {
			grossCents: amounts.grossCents,
			taxCents: amounts.taxCents,
			netCents: amounts.grossCents - amounts.taxCents,
			kind: 'invoice',
			order,
			terms: { ...before, buyer, tax: tax ?? before.tax },
		})
		const numbers = [replacement.number]
		// Invoices that aren't fully credited have the same terms, so `before` fits each of them.
		for (const credit of allocateCredit(issued, balance))
			numbers.push(
				(await issueDocument(ctx, tx, { ...credit, kind: 'credit_note', order, terms: before, replacedBy: replacement.id })).number,
			)
		return numbers
	})

function changedTax(typed: TypedTax, known: { seller: Seller; buyer: Buyer; before: Tax; hadVatId: boolean }): Tax | null {
	const before = toTypedTax(known.before)
	const requested = typed.kind === '' ? before : { ...before, ...typed }
	const losesVatId = before.kind === 'reverse_charge' && known.hadVatId && known.buyer.vatId === null
	// Unchanged tax isn't validated: data from the provider may not pass our own rules.
	if (JSON.stringify(requested) === JSON.stringify(before) && !losesVatId) return null
	const tax = parseInvoiceTax(requested, known)
	if ('problem' in tax) throw invalidField('tax_invalid', tax)
	return JSON.stringify(toTypedTax(tax)) === JSON.stringify(before) ? null : tax
}

export const toTypedBuyer = ({ name, address, vatId }: Buyer): TypedBuyer => ({
	name: name ?? '',
	line1: address?.line1 ?? '',
	line2: address?.line2 ?? '',
	postcode: address?.postcode ?? '',
	city: address?.city ?? '',
	region: address?.region ?? '',
	country: address?.country ?? '',
	vatId: vatId ?? '',
})

/** True if the order was paid with unknown tax and has no invoice yet. */
export async function lacksInvoice(db: Db | Tx, orderId: string): Promise<boolean> {
	const alert = await db
		.selectFrom('order_alerts')
		.select('id')
		.where('order_id', '=', orderId)
		.where('kind', '=', 'tax_unknown')
		.executeTakeFirst()
	return alert !== undefined && (await listInvoices(db, orderId)).length === 0
}

/**
 * Issues the invoice of an order with unknown tax, and credit notes for later refunds.
 * @returns the numbers of the issued documents
 * @throws ServiceError invoice_not_found (404) if the order needs no such invoice, invoices_off, buyer_invalid, tax_invalid (422)
 */
export const issueMissingInvoice = (
	ctx: ServiceContext,
	{ orderId, buyer: typedBuyer, tax: typedTax }: { orderId: string; buyer: TypedBuyer; tax: TypedTax },
): Promise<string[]> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		if (!(await lacksInvoice(tx, orderId))) throw new ServiceError('not-found', 'invoice_not_found', 'This order already has its invoice.')
		if (ctx.invoicing === null)
			throw new ServiceError('unprocessable', 'invoices_off', 'Invoices are off. Enter the seller under Settings › Tax first.')
		const { seller } = ctx.invoicing
		const buyer = parseInvoiceBuyer(typedBuyer, order.email)
		if ('problem' in buyer) throw invalidField('buyer_invalid', buyer)
		const tax = parseInvoiceTax(typedTax, { seller, buyer, before: null })
		if ('problem' in tax) throw invalidField('tax_invalid', tax)
		const { facts } = await readServerFacts(tx, order)
		await issueMissingInvoices(ctx, tx, { order, facts, first: toTaxTerms(ctx, order, { seller, buyer, tax }) })
		return (await listInvoices(tx, orderId)).map(({ number }) => number)
	})
