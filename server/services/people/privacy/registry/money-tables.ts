import { sql } from 'kysely'

import { RECORD_DAYS } from '#domain/privacy/periods.ts'

import { declare, impersonal } from './table-rule.ts'

const ownOrder = [{ column: 'order_id', of: 'orders', key: 'id' }] as const
const withOrder = { with: 'orders' } as const
const LEDGER = { keep: 'part of the money ledger; names nobody once its order does not' } as const

/** What was bought: children before orders. Amounts stay for seven years, people do not. */
export const moneyTables = [
	declare('downloads', {
		title: 'Paid documents taken',
		purpose: 'the learner\u2019s list, and the terms of a refund',
		person: [{ column: 'user_id', holds: 'user-id' }],
		retention: withOrder,
		exported: ['order_id', 'document', 'format', 'first_at', 'last_at', 'times'],
		erased: { clear: { user_id: null } },
	}),
	declare('entitlements', {
		title: 'Access',
		purpose: 'what paying unlocked',
		person: [
			{ column: 'user_id', holds: 'user-id' },
			{ column: 'email', holds: 'email', unowned: 'user_id' },
		],
		retention: withOrder,
		exported: ['order_id', 'product_code', 'email', 'state', 'granted_at'],
		erased: 'delete',
	}),
	declare('discount_redemptions', {
		title: 'Discount codes used',
		purpose: 'limits of a code',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'code', 'email', 'state', 'redeemed_at'],
		erased: { clear: { email: null } },
	}),
	declare('refund_requests', {
		title: 'Requests for a refund',
		purpose: 'what was asked, how it was decided, and where the money is',
		person: ownOrder,
		retention: withOrder,
		exported: [
			'order_id',
			'kind',
			'message',
			'declared_name',
			'state',
			'reasons',
			'facts',
			'amount_cents',
			'requested_at',
			'decided_at',
			'settled_at',
		],
		erased: {
			clear: {
				user_id: null,
				message: null,
				declared_name: null,
				override_reason: sql`case when override_reason is null then null else '(removed)' end`,
			},
		},
	}),
	declare('checkout_sessions', {
		title: 'Checkouts',
		purpose: 'the provider\u2019s payment page for an order',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'provider_session_id', 'state', 'payment_status', 'expires_at'],
		erased: { clear: { url: '' } },
	}),
	declare('payments', {
		title: 'Payments',
		purpose: 'what was paid',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'provider_payment_id', 'amount_cents', 'status', 'paid_at', 'failure_code'],
		erased: LEDGER,
	}),
	declare('refunds', {
		title: 'Refunds',
		purpose: 'what went back',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'provider_refund_id', 'amount_cents', 'status', 'created_at'],
		erased: LEDGER,
	}),
	declare('disputes', {
		title: 'Disputes',
		purpose: 'payments that the bank was asked to take back',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'provider_dispute_id', 'amount_cents', 'status', 'reason'],
		erased: LEDGER,
	}),
	declare('order_alerts', {
		title: 'Notes on orders',
		purpose: 'notes that payment facts did not match their order',
		person: ownOrder,
		retention: withOrder,
		exported: ['order_id', 'kind', 'detail', 'created_at'],
		erased: LEDGER,
	}),
	declare('payment_events', {
		title: 'News from the payment provider',
		purpose: 'so that each is handled once',
		person: ownOrder,
		retention: { days: RECORD_DAYS, clock: 'received_at', with: 'orders' },
		exported: ['order_id', 'type', 'received_at'],
		erased: LEDGER,
	}),
	declare('orders', {
		title: 'Orders',
		purpose: 'payment records, as tax law requires',
		person: [
			{ column: 'user_id', holds: 'user-id' },
			{ column: 'email', holds: 'email', unowned: 'user_id' },
		],
		// A purchase that still opens something is not yet a record of the past.
		retention: {
			days: RECORD_DAYS,
			clock: 'created_at',
			only: () => sql`not exists (select from public.entitlements e where e.order_id = public.orders.id and e.state <> 'revoked')`,
		},
		exported: [
			'id',
			'email',
			'product_name',
			'currency',
			'subtotal_cents',
			'discount_cents',
			'tax_cents',
			'total_cents',
			'discount_code',
			'status',
			'client_address',
			'paid_at',
			'waiver_version',
			'waiver_accepted_at',
			'age_rule_version',
			'created_at',
		],
		erased: { clear: { user_id: null, email: null, buyer_key: null, client_address: '', person_erased_at: sql`now()` } },
	}),
	impersonal('discount_codes', 'Discount codes', 'codes given out by the operator'),
	impersonal('payment_event_cursors', 'Places in the provider\u2019s news', 'how far the provider\u2019s events were looked through'),
]
