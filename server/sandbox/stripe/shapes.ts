import type { JsonValue } from '#server/db/json.ts'

import type { SandboxObject } from './objects.ts'

/** Stripe's objects, with the fields that the sandbox fills in (API version 2026-10-28.endive). Times are Unix seconds. */
type Shape<Kind extends SandboxObject['object'], Fields> = SandboxObject & { object: Kind } & Fields

export type Product = Shape<'product', { name: string; description: string | null; active: boolean }>

export type Price = Shape<'price', { product: string; unit_amount: number; currency: string; lookup_key: string | null; active: boolean }>

export type Coupon = Shape<
	'coupon',
	{ percent_off: number | null; amount_off: number | null; name: string | null; redeem_by: number | null; times_redeemed: number }
>

export type PromotionCode = Shape<
	'promotion_code',
	{
		code: string
		active: boolean
		expires_at: number | null
		max_redemptions: number | null
		times_redeemed: number
		promotion: { type: 'coupon'; coupon: string }
	}
>

export type LineItem = {
	id: string
	object: 'item'
	description: string
	quantity: number
	currency: string
	amount_subtotal: number
	amount_discount: number
	amount_tax: number
	amount_total: number
	price: Price
}

export type CustomerDetails = {
	email: string | null
	name: string | null
	phone: null
	address: { line1: string; line2: null; postal_code: string; city: string; state: null; country: string } | null
	tax_exempt: 'none'
	tax_ids: { type: 'eu_vat' | 'gb_vat'; value: string }[] | null
}

/** Tax of one rate, included in `total_details` if `breakdown` is expanded. */
export type Tax = {
	amount: number
	rate: { [field: string]: JsonValue } & { id: string; object: 'tax_rate'; inclusive: true; percentage: number }
	taxability_reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' | 'not_supported'
	taxable_amount: number
}

export type Session = Shape<
	'checkout.session',
	{
		status: 'open' | 'complete' | 'expired'
		payment_status: 'unpaid' | 'paid' | 'no_payment_required'
		allow_promotion_codes: boolean | null
		amount_subtotal: number
		amount_total: number
		automatic_tax: {
			enabled: boolean
			liability: { type: 'self' } | null
			provider: 'stripe' | null
			status: 'requires_location_inputs' | 'complete' | null
		}
		cancel_url: string
		consent: { promotions: null; terms_of_service: 'accepted' | null } | null
		consent_collection: { payment_method_reuse_agreement: null; promotions: 'none'; terms_of_service: 'none' | 'required' } | null
		custom_text: {
			after_submit: null
			shipping_address: null
			submit: { message: string } | null
			terms_of_service_acceptance: { message: string } | null
		}
		success_url: string
		client_reference_id: string | null
		currency: string
		billing_address_collection: string | null
		customer_details: CustomerDetails | null
		customer_email: string | null
		discounts: { coupon: string | null; promotion_code: string | null }[]
		expires_at: number
		line_items: { object: 'list'; data: LineItem[]; has_more: false; url: string }
		metadata: Record<string, string>
		payment_intent: string | null
		payment_intent_metadata: Record<string, string>
		tax_id_collection?: { enabled: true }
		total_details: {
			amount_discount: number
			amount_shipping: number
			amount_tax: number
			breakdown?: { discounts: []; taxes: Tax[] }
		}
		url: string | null
	}
>

export type PaymentMethod = Shape<
	'payment_method',
	{ type: string; card?: { brand: string; exp_month: number; exp_year: number; last4: string }; email: string | null; test_number: string }
>

export type PaymentError = { type: 'card_error'; code: string; decline_code?: string; message: string }

export type PaymentIntent = Shape<
	'payment_intent',
	{
		amount: number
		amount_received: number
		currency: string
		status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded'
		last_payment_error: PaymentError | null
		latest_charge: string | null
		metadata: Record<string, string>
	}
>

export type Charge = Shape<
	'charge',
	{
		amount: number
		amount_refunded: number
		refunded: boolean
		disputed: boolean
		currency: string
		created: number
		paid: boolean
		status: 'succeeded' | 'pending' | 'failed'
		failure_code: string | null
		failure_message: string | null
		payment_intent: string
		/** Payment method, with only the last four digits of a known test card. */
		payment_method_details:
			| { type: 'card'; card: { brand: string; exp_month: number; exp_year: number; last4: string } }
			| { type: 'us_bank_account'; us_bank_account: { account_holder_type: null; account_type: null; last4: string } }
	}
>

export type Refund = Shape<
	'refund',
	{
		amount: number
		charge: string
		currency: string
		failure_reason?: string
		metadata: Record<string, string>
		payment_intent: string
		reason: string | null
		status: 'pending' | 'succeeded' | 'failed'
	}
>

export type Dispute = Shape<
	'dispute',
	{
		amount: number
		charge: string
		currency: string
		evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
		payment_intent: string
		reason: string
		status: string
	}
>

export type FraudWarning = Shape<
	'radar.early_fraud_warning',
	{ actionable: boolean; charge: string; fraud_type: string; payment_intent: string }
>

/** Payout that is derived from charges and refunds, and never stored. */
export type Payout = {
	id: string
	object: 'payout'
	amount: number
	balance_transaction: string
	created: number
	currency: string
	[field: string]: JsonValue
}

export type BalanceTransaction = {
	id: string
	object: 'balance_transaction'
	amount: number
	created: number
	currency: string
	fee: number
	net: number
	reporting_category: string
	source: string
	type: string
	[field: string]: JsonValue
}
