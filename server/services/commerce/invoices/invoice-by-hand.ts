import { readBuyer, type TypedBuyer } from '#domain/invoices/read-buyer.ts'
import { readTypedTax, type TypedTax } from '#domain/invoices/typed-tax.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { readFacts } from '#server/services/commerce/orders/store-facts.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { invalidField } from './correct-invoice.ts'
import { listInvoices } from './find-invoices.ts'
import { issueMissingInvoices } from './keep-invoices.ts'
import { termsFor } from './tax-terms-at-purchase.ts'

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
export const issueByHand = (
	ctx: ServiceContext,
	{ orderId, buyer: typedBuyer, tax: typedTax }: { orderId: string; buyer: TypedBuyer; tax: TypedTax },
): Promise<string[]> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		if (!(await lacksInvoice(tx, orderId))) throw new ServiceError('not-found', 'invoice_not_found', 'This order already has its invoice.')
		if (ctx.invoicing === null)
			throw new ServiceError('unprocessable', 'invoices_off', 'Invoices are off. Enter the seller under Settings › Tax first.')
		const { seller } = ctx.invoicing
		const buyer = readBuyer(typedBuyer, order.email)
		if ('problem' in buyer) throw invalidField('buyer_invalid', buyer)
		const tax = readTypedTax(typedTax, { seller, buyer, before: null })
		if ('problem' in tax) throw invalidField('tax_invalid', tax)
		const { facts } = await readFacts(tx, order)
		await issueMissingInvoices(ctx, tx, { order, facts, first: termsFor(ctx, order, { seller, buyer, tax }) })
		return (await listInvoices(tx, orderId)).map(({ number }) => number)
	})
