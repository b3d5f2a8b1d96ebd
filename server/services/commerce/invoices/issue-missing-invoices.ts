import { decideInvoiceDocument } from '#domain/invoices/document-due.ts'
import { allocateCredit, invoicedBalance } from '#domain/invoices/spread-credit.ts'
import { moneyOf, type OrderFacts } from '#domain/orders/order-status.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { listInvoices, toIssuedDocument, findTaxBasis } from './find-invoices.ts'
import { issueDocument, type TaxTermsAtPurchase, invoiceTermsOf } from './issue-invoice.ts'

type Paid = {
	order: OrderRow
	facts: OrderFacts
	first: TaxTermsAtPurchase | null
}

/**
 * Issues the invoice and credit notes that an order still lacks. The caller holds the order's lock and does nothing slow
 * afterwards, because the number series stays locked.
 */
export async function issueMissingInvoices(ctx: ServiceContext, tx: Tx, paid: Paid): Promise<void> {
	const { order, facts, first } = paid
	const known = await listInvoices(tx, order.id)
	const invoice = known.findLast(({ kind }) => kind === 'invoice')
	const terms = invoice ? invoiceTermsOf(invoice) : first
	if (terms === null) return
	const issued = known.map(toIssuedDocument)
	const { received, returned } = moneyOf(facts)
	const money = { totalCents: order.total_cents, receivedCents: received, returnedCents: invoice ? returned : 0 }
	const whole = invoice
		? findTaxBasis(known, invoice)
		: { grossCents: order.total_cents, taxCents: first?.taxCents ?? 0, rateBasisPoints: terms.tax.rateBasisPoints }
	const due = decideInvoiceDocument(money, invoicedBalance(issued), whole)
	if (due === null) return
	if (due.kind === 'invoice') await issueDocument(ctx, tx, { ...due, order, terms })
	else for (const credit of allocateCredit(issued, due)) await issueDocument(ctx, tx, { ...credit, kind: due.kind, order, terms })
	if (!invoice && returned > 0) await issueMissingInvoices(ctx, tx, paid)
}
