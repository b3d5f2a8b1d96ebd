import type Stripe from 'stripe'
import { expect, test } from 'vitest'

import { presentTax } from './tax.ts'

type Tax = Stripe.Checkout.Session.TotalDetails.Breakdown.Tax
type Told = { reason: string | null; amount?: number; percentage?: number; rate?: Partial<Stripe.TaxRate> }

const tax = ({ reason, amount = 0, percentage = 0, rate = {} }: Told): Tax => ({
	amount,
	rate: {
		id: 'txr_1',
		object: 'tax_rate',
		active: false,
		country: 'FR',
		created: 1,
		description: null,
		display_name: 'VAT',
		effective_percentage: percentage,
		flat_amount: null,
		inclusive: true,
		jurisdiction: 'FR',
		jurisdiction_level: 'country',
		livemode: false,
		metadata: {},
		percentage,
		rate_type: 'percentage',
		state: null,
		tax_type: 'vat',
		...rate,
	},
	taxability_reason: reason,
	taxable_amount: 0,
})

const session = (taxes: Told[], { status = 'complete', exempt = 'none' }: { status?: string | null; exempt?: string } = {}) =>
	({
		automatic_tax: { enabled: true, liability: { type: 'self' }, provider: 'stripe', status },
		total_details: {
			amount_discount: 0,
			amount_shipping: 0,
			amount_tax: taxes.reduce((sum, { amount = 0 }) => sum + amount, 0),
			breakdown: { discounts: [], taxes: taxes.map(tax) },
		},
		customer_details: { tax_exempt: exempt },
	}) as unknown as Stripe.Checkout.Session

test.each([
	{ reason: 'standard_rated', why: 'taxed' },
	{ reason: 'reduced_rated', why: 'taxed' },
	{ reason: 'taxable_basis_reduced', why: 'taxed' },
	{ reason: 'zero_rated', why: 'zero_rated' },
	{ reason: 'reverse_charge', why: 'reverse_charge' },
	{ reason: 'customer_exempt', why: 'exempt' },
	{ reason: 'product_exempt', why: 'exempt' },
	{ reason: 'not_subject_to_tax', why: 'not_subject' },
	{ reason: 'not_collecting', why: 'not_collected' },
	{ reason: 'not_supported', why: 'unknown' },
	{ reason: 'a_reason_of_tomorrow', why: 'unknown' },
	{ reason: null, why: 'unknown' },
	{ reason: null, exempt: 'reverse', why: 'reverse_charge' },
	{ reason: null, exempt: 'exempt', why: 'exempt' },
	{ reason: 'standard_rated', exempt: 'exempt', why: 'taxed' },
])('tax reason $reason of a buyer who is $exempt is $why', ({ reason, exempt, why }) => {
	expect(presentTax(session([{ reason }], exempt === undefined ? {} : { exempt }))?.lines[0]?.why).toBe(why)
})

test('rate, name, country and amount are those Stripe applied', () => {
	const told = presentTax(
		session([
			{ reason: 'standard_rated', amount: 783, percentage: 20 },
			{
				reason: 'standard_rated',
				amount: 16,
				percentage: 4.5,
				rate: { effective_percentage: 0.375, tax_type: 'sales_tax', country: 'US' },
			},
			{
				reason: 'standard_rated',
				percentage: 1,
				rate: { tax_type: null, display_name: ' Levy ', country: 'nowhere', effective_percentage: null },
			},
			{ reason: 'standard_rated', percentage: 101 },
		]),
	)
	expect(told).toEqual({
		taxCents: 799,
		lines: [
			{ why: 'taxed', name: 'VAT', rateBasisPoints: 2000, amountCents: 783, country: 'FR' },
			{ why: 'taxed', name: 'Sales tax', rateBasisPoints: 37.5, amountCents: 16, country: 'US' },
			{ why: 'taxed', name: 'Levy', rateBasisPoints: 100, amountCents: 0, country: null },
			{ why: 'unknown', name: 'VAT', rateBasisPoints: 0, amountCents: 0, country: 'FR' },
		],
	})
})

test('failed or unfinished tax has no lines, and a session without automatic tax returns null', () => {
	const taken: Told[] = [{ reason: 'standard_rated', amount: 783, percentage: 20 }]
	for (const status of ['failed', 'requires_location_inputs', 'a_status_of_tomorrow', null])
		expect(presentTax(session(taken, { status }))).toEqual({ taxCents: 783, lines: [] })
	const whole = session(taken)
	expect(presentTax({ ...whole, automatic_tax: { enabled: false, liability: null, provider: null, status: null } })).toBe(null)
	// An older session, or one from an emulator, may lack the field.
	expect(presentTax({ ...whole, automatic_tax: undefined } as unknown as Stripe.Checkout.Session)).toBe(null)
})
