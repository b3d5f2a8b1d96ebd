import type Stripe from 'stripe'

import type { ReportedTax, ReportedTaxLine } from '#domain/invoices/reported-tax.ts'

/**
 * Stripe's reasons for a line's tax (docs.stripe.com/tax/zero-tax). `not_supported` means that Stripe doesn't support the place or the
 * product.
 */
const WHY: Readonly<Record<string, ReportedTaxLine['why']>> = {
	standard_rated: 'taxed',
	reduced_rated: 'taxed',
	proportionally_rated: 'taxed',
	portion_standard_rated: 'taxed',
	portion_reduced_rated: 'taxed',
	taxable_basis_reduced: 'taxed',
	zero_rated: 'zero_rated',
	reverse_charge: 'reverse_charge',
	customer_exempt: 'exempt',
	product_exempt: 'exempt',
	product_exempt_holiday: 'exempt',
	portion_product_exempt: 'exempt',
	not_subject_to_tax: 'not_subject',
	not_collecting: 'not_collected',
}
/** Reasons by the buyer's tax status, for untaxed lines without a known reason from Stripe. */
const WHY_BY_BUYER: Readonly<Record<string, ReportedTaxLine['why']>> = { reverse: 'reverse_charge', exempt: 'exempt' }

function nameOf({ tax_type: type, display_name: displayed }: Stripe.TaxRate): string {
	if (type === null) return displayed.trim() || 'tax'
	const words = type.replaceAll('_', ' ')
	return words.length <= 'igst'.length ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1)
}

const HIGHEST_PERCENT = 100

function presentLine({ amount, rate, taxability_reason: reason }: Stripe.Checkout.Session.TotalDetails.Breakdown.Tax): ReportedTaxLine {
	const percent = rate.effective_percentage ?? rate.percentage
	const isKnown = percent >= 0 && percent <= HIGHEST_PERCENT
	return {
		why: isKnown ? (WHY[reason ?? ''] ?? 'unknown') : 'unknown',
		name: nameOf(rate),
		rateBasisPoints: isKnown ? Number((percent * 100).toFixed(2)) : 0,
		amountCents: amount,
		country: rate.country !== null && /^[A-Z]{2}$/.test(rate.country) ? rate.country : null,
	}
}

/**
 * Converts the result of Stripe Tax. It has no lines if the calculation failed or still needs an address.
 * @returns null if the session was opened without tax calculation
 */
export function presentTax({
	automatic_tax: automatic,
	total_details: details,
	customer_details: buyer,
}: Stripe.Checkout.Session): ReportedTax | null {
	if (!automatic?.enabled) return null
	const taxCents = details?.amount_tax ?? 0
	const taxes = automatic.status === 'complete' ? (details?.breakdown?.taxes ?? []) : []
	const byBuyer = WHY_BY_BUYER[buyer?.tax_exempt ?? '']
	const lines = taxes.map(presentLine)
	return {
		taxCents,
		lines: lines.map((line) => (line.why === 'unknown' && line.amountCents === 0 && byBuyer ? { ...line, why: byBuyer } : line)),
	}
}
