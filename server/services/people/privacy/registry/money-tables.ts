import { sql } from 'kysely'

import { RECORD_DAYS } from '#domain/privacy/periods.ts'

import { type TableDeclaration, declareTable, declareSystemTable, type TableName } from './table-rule.ts'

const ownOrder = [{ column: 'order_id', of: 'orders', key: 'id' }] as const
const withOrder = { with: 'orders' } as const

/** Declares a table whose rows belong to an order and are kept as long as the order. */
const declareOrderTable = <T extends TableName>(table: T, rule: Omit<TableDeclaration<T>, 'protection' | 'person' | 'retention'>) =>
	declareTable(table, { protection: 'ledger', person: ownOrder, retention: withOrder, ...rule } as unknown as TableDeclaration<T>)

const LEDGER = { keep: 'part of the money ledger; no longer names anyone once its order doesn’t' } as const

/** Rules of the money tables, children before orders. Amounts are kept for seven years, without the person. */
export const moneyTables = [
	declareTable('downloads', {
		protection: 'ledger',
		title: 'Paid downloads',
		purpose: 'the learner\u2019s list, and the terms of a refund',
		person: [{ column: 'user_id', holds: 'user-id' }],
		retention: withOrder,
		exported: ['order_id', 'document', 'format', 'first_at', 'last_at', 'times'],
		erased: { clear: { user_id: null } },
	}),
	declareTable('entitlements', {
		protection: 'ledger',
		title: 'Access',
		purpose: 'what paying unlocked',
		person: [
			{ column: 'user_id', holds: 'user-id' },
			{ column: 'email', holds: 'email', unowned: 'user_id' },
		],
		retention: withOrder,
		exported: ['order_id', 'product_code', 'course_ids', 'module_ids', 'email', 'state', 'granted_at', 'ends_at'],
	}),
	declareOrderTable('discount_redemptions', {
		title: 'Discount code uses',
		purpose: 'limits of a code',
		exported: ['order_id', 'code', 'email', 'state', 'redeemed_at'],
		erased: { clear: { email: null } },
	}),
	declareOrderTable('refund_requests', {
		title: 'Refund requests',
		purpose: 'what was asked, how it was decided, and where the money is',
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
	declareOrderTable('checkout_sessions', {
		title: 'Checkouts',
		purpose: 'the provider\u2019s payment page for an order',
		exported: ['order_id', 'provider_session_id', 'state', 'payment_status', 'expires_at'],
		erased: { clear: { url: '' } },
	}),
	declareOrderTable('bank_transfer_refunds', {
		title: 'Refunds by bank transfer',
		purpose: 'what the operator has to send back, and whether it was sent',
		exported: ['order_id', 'amount_cents', 'created_at', 'sent_at'],
		erased: LEDGER,
	}),
	declareOrderTable('bank_transfers', {
		title: 'Bank transfers',
		purpose: 'what a buyer owes by bank transfer, and whether it arrived',
		exported: [
			'checkout_id',
			'order_id',
			'reference',
			'currency',
			'subtotal_cents',
			'discount_cents',
			'total_cents',
			'discount_code',
			'consent_version',
			'accepted_at',
			'created_at',
			'expires_at',
			'closed_at',
			'paid_at',
		],
		erased: LEDGER,
	}),
	declareTable('invoices', {
		protection: 'ledger',
		title: 'Invoices and credit notes',
		purpose: 'what was sold to whom and with which tax, as tax law requires',
		person: ownOrder,
		retention: { while: 'tax laws require it for six to ten years, and the program never deletes it' },
		exported: [
			'order_id',
			'kind',
			'number',
			'currency',
			'net_cents',
			'tax_cents',
			'gross_cents',
			'item',
			'item_note',
			'buyer',
			'issued_at',
		],
		erased: { keep: 'tax law requires invoices to stay complete and unchanged, with the buyer’s name and address' },
	}),
	declareSystemTable('invoice_series', 'Invoice number series', 'the last number of each series'),
	declareOrderTable('payments', {
		title: 'Payments',
		purpose: 'what was paid',
		exported: ['order_id', 'provider_payment_id', 'amount_cents', 'status', 'paid_at', 'failure_code', 'card'],
		erased: { clear: { card: null } },
	}),
	declareOrderTable('refunds', {
		title: 'Refunds',
		purpose: 'what was refunded',
		exported: ['order_id', 'provider_refund_id', 'amount_cents', 'status', 'created_at'],
		erased: LEDGER,
	}),
	declareOrderTable('disputes', {
		title: 'Disputes',
		purpose: 'payments that buyers disputed with their bank',
		exported: ['order_id', 'provider_dispute_id', 'amount_cents', 'status', 'reason'],
		erased: LEDGER,
	}),
	declareOrderTable('order_alerts', {
		title: 'Notes on orders',
		purpose: 'notes that payment facts did not match their order',
		exported: ['order_id', 'kind', 'detail', 'created_at'],
		erased: LEDGER,
	}),
	declareTable('payment_events', {
		protection: 'ledger',
		title: 'Payment provider events',
		purpose: 'so that each is processed once',
		person: ownOrder,
		retention: { days: RECORD_DAYS, clock: 'received_at', with: 'orders' },
		exported: ['order_id', 'type', 'received_at'],
		erased: LEDGER,
	}),
	declareTable('orders', {
		protection: 'ledger',
		title: 'Orders',
		purpose: 'payment records, as tax law requires',
		person: [
			{ column: 'user_id', holds: 'user-id' },
			{ column: 'email', holds: 'email', unowned: 'user_id' },
		],
		// An order is kept until its access is revoked, even if the access has expired, because certificates depend on it.
		retention: {
			days: RECORD_DAYS,
			clock: 'created_at',
			only: () => sql`not exists (select from public.entitlements e where e.order_id = public.orders.id and e.state <> 'revoked')`,
		},
		exported: [
			'id',
			'email',
			'product_name',
			'course_ids',
			'module_ids',
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
	declareSystemTable('discount_codes', 'Discount codes', 'codes created by the operator'),
	declareSystemTable('payment_event_cursors', 'Payment provider event cursors', 'the last processed event of the provider'),
]
