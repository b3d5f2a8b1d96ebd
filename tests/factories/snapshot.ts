import { loadedContent } from '#content/loaded.server.ts'
import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import { openOrder } from '#server/services/commerce/checkout/open-order.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { Deps } from '#server/services/context.ts'

import { anonymousContext, PRODUCT } from './checkout.ts'

let made = 0

/** Creates a pending order without a checkout at the provider, so that the test decides what the provider returns. */
export async function makeOrder(deps: Deps, couponCode: string | null = null): Promise<OrderRow> {
	made += 1
	const buyer = { userId: null, email: `buyer${made}@example.com`, key: `browser:order-${made}` }
	const { order } = await openOrder(anonymousContext(deps), { offer: requireOffer(loadedContent, PRODUCT), buyer, couponCode })
	return order
}

const AN_HOUR_MS = 3_600_000

/** Returns the provider's snapshot of a paid order; a test changes only what it needs. */
export function paidSnapshot(order: OrderRow, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot {
	const asOf = new Date(order.created_at.getTime() + 60_000)
	const isFree = order.total_cents === 0
	const payment = { id: `pi_${order.id}`, amountCents: order.total_cents, currency: 'usd', failureCode: null }
	return {
		asOf,
		isLive: false,
		currency: 'usd',
		orderRef: order.id,
		checkout: {
			id: `cs_test_${order.id.replaceAll('-', '')}`,
			state: 'complete',
			paymentStatus: isFree ? 'no_payment_required' : 'paid',
			expiresAt: new Date(order.created_at.getTime() + AN_HOUR_MS),
		},
		payments: isFree ? [] : [{ ...payment, status: 'succeeded', paidAt: asOf }],
		totals: { subtotalCents: order.subtotal_cents, discountCents: order.discount_cents, taxCents: 0, totalCents: order.total_cents },
		refunds: [],
		disputes: [],
		fraudWarnings: [],
		discountCode: order.discount_code,
		customerEmail: order.email,
		customer: null,
		tax: null,
		waiverVersion: '2026-11-20',
		...changes,
	}
}

export function openSnapshot(order: OrderRow, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot {
	const paid = paidSnapshot(order)
	return {
		...paid,
		checkout: { ...paid.checkout, state: 'open', paymentStatus: 'unpaid' },
		payments: [],
		waiverVersion: null,
		asOf: order.created_at,
		...changes,
	}
}
