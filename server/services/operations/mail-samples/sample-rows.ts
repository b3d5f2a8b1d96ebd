import { oncePerContent } from '#content/once-per-content.ts'
import { ContactRequestSchema } from '#contracts/support.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Transfer } from '#server/adapters/payments/port.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { RefundRequestRow } from '#server/services/commerce/refunds/read-refund-facts.ts'

export const SAMPLE_ID = '0198f3a0-0000-7000-8000-000000000001'
export const SAMPLE_CHECKOUT_SESSION = 'cs_test_sample'

const PAID = new Date('2026-11-02T10:00:00Z')
const ASKED = new Date('2026-11-12T10:00:00Z')

const sampleRequest = (amountCents: number): RefundRequestRow => ({
	id: SAMPLE_ID,
	order_id: SAMPLE_ID,
	user_id: null,
	kind: 'promise',
	message: 'The course is not what I need right now.',
	declared_name: null,
	state: 'granted',
	reasons: ['deadline_passed'],
	facts: {},
	policy_version: currentRefundPolicy.version,
	amount_cents: amountCents,
	provider_payment_id: null,
	decided_by: 'policy',
	override_reason: null,
	requested_at: ASKED,
	decided_at: ASKED,
	expected_from: new Date('2026-11-19T00:00:00Z'),
	expected_by: new Date('2026-11-27T00:00:00Z'),
	settled_at: null,
	failure_reason: null,
	updated_at: ASKED,
})

export const sampleSale = oncePerContent(({ bankTransfer, discountCodes, offers }) => {
	const [offer] = offers
	const [discount] = discountCodes
	const price = applyDiscount(offer?.amountCents ?? 0, discount?.kind === 'percent' ? { percent: discount.percent } : null)

	const order: OrderRow = {
		id: SAMPLE_ID,
		user_id: null,
		email: 'buyer@example.test',
		product_code: 'sample',
		course_ids: ['main'],
		module_ids: [],
		product_name: offer?.productName ?? '',
		currency: (offer?.currency ?? 'USD').toLowerCase(),
		subtotal_cents: price.subtotalCents,
		discount_cents: price.discountCents,
		total_cents: price.totalCents,
		discount_code: discount?.code ?? null,
		tax_cents: 0,
		provider: 'stripe',
		livemode: false,
		status: 'paid',
		buyer_key: null,
		client_address: '192.0.2.1',
		paid_at: PAID,
		abandoned_at: null,
		created_at: PAID,
		updated_at: PAID,
		age_rule_version: null,
		waiver_version: null,
		waiver_accepted_at: null,
		refund_policy_version: currentRefundPolicy.version,
		person_erased_at: null,
	}

	const transfer: Transfer = {
		checkoutId: SAMPLE_CHECKOUT_SESSION,
		orderId: SAMPLE_ID,
		reference: 'LW7K2M94QX',
		amountCents: price.totalCents,
		currency: order.currency,
		acceptedAt: PAID,
		expiresAt: new Date(PAID.getTime() + bankTransfer.expireAfterDays * 86_400_000),
		closedAt: null,
		paidAt: null,
	}

	const request = sampleRequest(price.totalCents)
	return { order, transfer, request }
})

export const SAMPLE_TICKET = {
	...ContactRequestSchema.parse({
		name: 'A visitor',
		email: 'visitor@example.test',
		subject: 'A question about module 2',
		message: 'Where do I find the worksheet?',
	}),
	id: SAMPLE_ID,
	due_at: new Date('2026-11-13T15:00:00Z'),
}

export const SAMPLE_APPLICATION = {
	id: SAMPLE_ID,
	name: 'An applicant',
	email: 'applicant@example.test',
	message: 'I would like to work with you.',
	title: 'Course editor',
	hasFile: true,
}
