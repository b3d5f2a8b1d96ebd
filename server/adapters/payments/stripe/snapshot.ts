import type Stripe from 'stripe'

import type { PaymentSnapshot, SnapshotCustomer, SnapshotPayment } from '#server/adapters/payments/port.ts'

import type { RefundsAndDisputes } from './refunds.ts'
import { presentTax } from './tax.ts'

const fromUnix = (seconds: number) => new Date(seconds * 1000)

/** @returns an empty object for a method other than a card */
function presentCard(charge: Stripe.Charge | null): Pick<SnapshotPayment, 'card'> {
	const { brand, last4 } = charge?.payment_method_details?.card ?? {}
	return brand && last4 ? { card: `${brand} ${last4}` } : {}
}

function presentPayment(session: Stripe.Checkout.Session): SnapshotPayment[] {
	const intent = session.payment_intent
	if (!intent || typeof intent === 'string') return []
	const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
	const base = { id: intent.id, amountCents: intent.amount, currency: intent.currency }
	switch (intent.status) {
		case 'succeeded':
			return [
				{ ...base, status: 'succeeded', paidAt: fromUnix(charge?.created ?? intent.created), failureCode: null, ...presentCard(charge) },
			]
		case 'processing':
			return [{ ...base, status: 'processing', paidAt: null, failureCode: null }]
		default: {
			// Without an error, no payment has been attempted yet.
			const error = intent.last_payment_error
			return error ? [{ ...base, status: 'failed', paidAt: null, failureCode: error.decline_code ?? error.code ?? 'unknown' }] : []
		}
	}
}

function discountCodeOf(session: Stripe.Checkout.Session): string | null {
	const [discount] = session.discounts ?? []
	const promotion = discount?.promotion_code
	const coupon = discount?.coupon
	const code =
		promotion && typeof promotion === 'object' ? promotion.code : coupon && typeof coupon === 'object' ? coupon.metadata?.['code'] : null
	return code?.toUpperCase() ?? null
}

const stateOf = (status: string | null): PaymentSnapshot['checkout']['state'] =>
	status === 'complete' || status === 'expired' ? status : 'open'

/** Converts a payment status. An unknown one never counts as paid. */
const paymentStatusOf = (status: string): PaymentSnapshot['checkout']['paymentStatus'] =>
	status === 'paid' || status === 'no_payment_required' ? status : 'unpaid'

/** Types of tax ID that an invoice can show. */
const VAT_KINDS: ReadonlySet<string> = new Set(['eu_vat', 'gb_vat'])
const orNull = (text: string | null | undefined) => text?.trim() || null

function presentCustomer({ customer_details: details }: Stripe.Checkout.Session): SnapshotCustomer | null {
	if (!details) return null
	const { address } = details
	const vat = details.tax_ids
		?.find(({ type }) => VAT_KINDS.has(type))
		?.value?.replaceAll(/\s/g, '')
		.toUpperCase()
	return {
		// A company with a tax ID is invoiced under its business name.
		name: orNull(details.business_name) ?? orNull(details.name),
		address: address?.country
			? {
					line1: address.line1 ?? '',
					line2: orNull(address.line2),
					postcode: address.postal_code ?? '',
					city: address.city ?? '',
					region: orNull(address.state),
					country: address.country,
				}
			: null,
		vatId: vat !== undefined && /^[A-Z]{2}[A-Z0-9]{2,12}$/.test(vat) ? vat : null,
	}
}

/**
 * Converts the totals. Stripe's reference doesn't say whether `amount_subtotal` includes an inclusive tax. With tax, the price before the
 * discount is therefore calculated from the total and the discount, which are final amounts.
 */
function presentTotals({
	amount_subtotal: subtotal,
	amount_total: total,
	total_details: details,
	automatic_tax: automatic,
}: Stripe.Checkout.Session) {
	const discountCents = details?.amount_discount ?? 0
	const totalCents = total ?? 0
	const subtotalCents = automatic?.enabled ? totalCents + discountCents : (subtotal ?? 0)
	return { subtotalCents, discountCents, taxCents: details?.amount_tax ?? 0, totalCents }
}

/** Finds the payment that succeeded, since only such a payment can be refunded. */
export const findSettledPayment = (session: Stripe.Checkout.Session): string | null =>
	presentPayment(session).find(({ status }) => status === 'succeeded')?.id ?? null

/** Converts a session to a snapshot. Expects payment intent, charge and discounts to be expanded. */
export function toSnapshot(session: Stripe.Checkout.Session, later: RefundsAndDisputes, asOf: Date): PaymentSnapshot {
	return {
		asOf,
		isLive: session.livemode,
		currency: session.currency ?? '',
		orderRef: session.metadata?.['order_id'] ?? session.client_reference_id,
		checkout: {
			id: session.id,
			state: stateOf(session.status),
			paymentStatus: paymentStatusOf(session.payment_status),
			expiresAt: fromUnix(session.expires_at),
		},
		payments: presentPayment(session),
		...later,
		totals: presentTotals(session),
		discountCode: discountCodeOf(session),
		waiverVersion: session.consent?.terms_of_service === 'accepted' ? (session.metadata?.['waiver_version'] ?? null) : null,
		customerEmail: (session.customer_details?.email ?? session.customer_email)?.trim().toLowerCase() ?? null,
		customer: presentCustomer(session),
		tax: presentTax(session),
	}
}
