import { cleanBuyer } from '#domain/invoices/clean-buyer.ts'
import { documentDue } from '#domain/invoices/document-due.ts'
import { spreadCredit, standingOf } from '#domain/invoices/spread-credit.ts'
import { moneyOf, type OrderFacts } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { SnapshotCustomer } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { listInvoices } from './find-invoices.ts'
import { toIssued } from './invoice-rows.ts'
import { issue, type Terms, termsOf } from './issue-invoice.ts'
import { makesInvoices } from './makes-invoices.ts'

type Paid = { order: OrderRow; facts: OrderFacts; settledNow: boolean; customer: SnapshotCustomer | null }

/** The terms of the first document of an order; null while no invoices are made. */
function firstTerms(ctx: ServiceContext, { order, customer }: Paid): Terms | null {
	if (ctx.invoicing === null || !makesInvoices(ctx)) return null
	return {
		...ctx.invoicing,
		buyer: cleanBuyer({
			name: customer?.name ?? null,
			email: order.email,
			address: customer?.address ?? null,
			vatId: customer?.vatId ?? null,
		}),
		item: order.product_name,
		itemNote:
			order.discount_cents > 0
				? `${formatMoney(order.subtotal_cents, order.currency)} less ${formatMoney(order.discount_cents, order.currency)} with code ${order.discount_code ?? ''}`
				: null,
		suppliedAt: order.paid_at ?? ctx.now(),
	}
}

/**
 * Issues what an order's documents lack: the invoice of the whole price when it is paid, a credit note when money has gone back, both when
 * it went back before anybody told of the payment. The caller holds the order's lock, and does nothing more in its transaction that takes time: the series waits for it. An order that was paid before
 * invoices were made gets none.
 */
export async function keepInvoices(ctx: ServiceContext, tx: Tx, paid: Paid): Promise<void> {
	const { order, facts } = paid
	const known = await listInvoices(tx, order.id)
	const invoice = known.findLast(({ kind }) => kind === 'invoice')
	const terms = invoice ? termsOf(invoice) : paid.settledNow ? firstTerms(ctx, paid) : null
	if (terms === null) return
	const issued = known.map(toIssued)
	const { received, returned } = moneyOf(facts)
	const money = { totalCents: order.total_cents, receivedCents: received, returnedCents: invoice ? returned : 0 }
	const due = documentDue(money, standingOf(issued), terms.tax.rateBasisPoints)
	if (due === null) return
	if (due.kind === 'invoice') await issue(ctx, tx, { ...due, order, terms })
	else for (const credit of spreadCredit(issued, due)) await issue(ctx, tx, { ...credit, kind: due.kind, order, terms })
	if (!invoice && returned > 0) await keepInvoices(ctx, tx, paid)
}
