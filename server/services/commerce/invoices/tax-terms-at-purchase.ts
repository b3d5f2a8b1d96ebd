import { cleanBuyer } from '#domain/invoices/clean-buyer.ts'
import type { Buyer, Seller, Tax } from '#domain/invoices/invoice.ts'
import { readReportedTax } from '#domain/invoices/reported-tax.ts'
import { splitGross } from '#domain/invoices/split-gross.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { Terms } from './issue-invoice.ts'

/** True if payments are invoiced: the seller is filled in, and either content or payment provider supplies the tax. */
export const makesInvoices = ({ invoicing, payments }: Pick<ServiceContext, 'invoicing' | 'payments'>): boolean =>
	invoicing !== null && (invoicing.tax !== null || payments.worksOutTax)

/** Tax terms of an order. `taxCents` is included in the full price. */
export type TaxTermsAtPurchase = Terms & { taxCents: number }

/** @param taxCents tax actually charged; calculated from the rate if omitted */
export function termsFor(
	ctx: ServiceContext,
	order: OrderRow,
	{ seller, buyer, tax, taxCents }: { seller: Seller; buyer: Buyer; tax: Tax; taxCents?: number },
): TaxTermsAtPurchase {
	return {
		seller,
		tax,
		buyer,
		taxCents: taxCents ?? splitGross(order.total_cents, tax.rateBasisPoints).taxCents,
		item: order.product_name,
		itemNote:
			order.discount_cents > 0
				? `${formatMoney(order.subtotal_cents, order.currency)} less ${formatMoney(order.discount_cents, order.currency)} with code ${order.discount_code ?? ''}`
				: null,
		suppliedAt: order.paid_at ?? ctx.now(),
	}
}

/**
 * Returns the tax terms for a paid order. Tax reported by the provider takes precedence over the seller's configured tax.
 * @returns null if no invoice is issued, `tax-unknown` if the tax is unknown
 */
export function taxTermsAtPurchase(
	ctx: ServiceContext,
	order: OrderRow,
	{ customer, tax: told }: PaymentSnapshot,
): TaxTermsAtPurchase | 'tax-unknown' | null {
	if (ctx.invoicing === null || !makesInvoices(ctx) || order.total_cents === 0) return null
	const { seller } = ctx.invoicing
	const tax = told === null ? ctx.invoicing.tax : readReportedTax(told)
	if (tax === null) return 'tax-unknown'
	const buyer = cleanBuyer({
		name: customer?.name ?? null,
		email: order.email,
		address: customer?.address ?? null,
		vatId: customer?.vatId ?? null,
	})
	return termsFor(ctx, order, { seller, buyer, tax, ...(told !== null && { taxCents: told.taxCents }) })
}
