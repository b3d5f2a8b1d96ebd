import { readBuyer, type TypedBuyer } from '#domain/invoices/read-buyer.ts'
import { spreadCredit, standingOf } from '#domain/invoices/spread-credit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { listInvoices } from './find-invoices.ts'
import { buyerOf, toIssued } from './invoice-rows.ts'
import { issue, termsOf } from './issue-invoice.ts'

type Correction = {
	orderId: string
	/** The order's newest invoice, as whoever corrects it saw it. */ invoiceId: string
	buyer: TypedBuyer
}

const conflict = (code: string, message: string) => new ServiceError('conflict', code, message)

/**
 * Gives what an order's invoices say another buyer: a new invoice of all that stands, and credit notes for the old ones, in one transaction.
 * No money moves.
 * @returns numbers of what was issued, the new invoice first
 * @throws ServiceError order_not_found (404), buyer_invalid, buyer_unchanged (422), invoice_changed, invoice_credited (409)
 */
export const correctInvoice = (ctx: ServiceContext, { orderId, invoiceId, buyer: typed }: Correction): Promise<string[]> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const known = await listInvoices(tx, orderId)
		const invoice = known.findLast(({ kind }) => kind === 'invoice')
		if (invoice?.id !== invoiceId)
			throw conflict('invoice_changed', 'This invoice is not the newest of its order any more. Load the page again and look.')
		const issued = known.map(toIssued)
		const standing = standingOf(issued)
		if (standing.grossCents <= 0) throw conflict('invoice_credited', 'All of this invoice was credited: nothing is left to correct.')
		const before = buyerOf(invoice)
		const buyer = readBuyer(typed, before.email)
		if (typeof buyer === 'string') throw new ServiceError('unprocessable', 'buyer_invalid', buyer)
		// The database gives the parts of an object in its own order.
		if (JSON.stringify(readBuyer(toTyped(before), before.email)) === JSON.stringify(buyer))
			throw new ServiceError('unprocessable', 'buyer_unchanged', 'The invoice says this already. Nothing was done.')
		const whole = { ...standing, netCents: standing.grossCents - standing.taxCents }
		const replacement = await issue(ctx, tx, { ...whole, kind: 'invoice', order, terms: { ...termsOf(invoice), buyer } })
		const numbers = [replacement.number]
		for (const credit of spreadCredit(issued, standing)) {
			const corrected = known.find(({ id }) => id === credit.corrects) ?? invoice
			const terms = termsOf(corrected)
			numbers.push((await issue(ctx, tx, { ...credit, kind: 'credit_note', order, terms, replacedBy: replacement.id })).number)
		}
		return numbers
	})

/** A buyer as the form shows it. */
export const toTyped = ({ name, address, vatId }: ReturnType<typeof buyerOf>): TypedBuyer => ({
	name: name ?? '',
	line1: address?.line1 ?? '',
	line2: address?.line2 ?? '',
	postcode: address?.postcode ?? '',
	city: address?.city ?? '',
	region: address?.region ?? '',
	country: address?.country ?? '',
	vatId: vatId ?? '',
})
