import type { TestCard } from './cards.ts'
import { recordEvent } from './events.ts'
import { insertObject, lockObject, newId, saveObject, type SandboxCall, unixSeconds } from './objects.ts'
import { lockSession, presentSession } from './sessions.ts'
import type { Charge, Coupon, PaymentIntent, PromotionCode, Session } from './shapes.ts'

export type Confirmation =
	| { outcome: 'paid' | 'closed'; session: Session }
	| { outcome: 'declined'; message: string }
	| { outcome: 'used-up' }
	/** The shop asked for its terms to be accepted, and they were not. */
	| { outcome: 'terms-missing' }

/**
 * What the Pay button of the hosted page does: charges the card (or nothing, at a total of zero), completes the session
 * and writes the event series of the provider. A second call finds the session complete and changes nothing.
 * @param card null only for a session that costs nothing
 */
export async function confirmSession(
	call: SandboxCall,
	id: string,
	buyer: { email: string; card: TestCard | null; acceptsTerms: boolean },
): Promise<Confirmation | null> {
	const session = await lockSession(call, id)
	if (!session) return null
	if (session.status !== 'open') return { outcome: 'closed', session }
	const details = { email: buyer.email, name: null, phone: null, address: null, tax_exempt: 'none', tax_ids: null } as const
	const needsTerms = session.consent_collection?.terms_of_service === 'required'
	if (needsTerms && !buyer.acceptsTerms) return { outcome: 'terms-missing' }
	const consent = needsTerms ? ({ promotions: null, terms_of_service: 'accepted' } as const) : null
	const named: Session = { ...session, customer_details: details, consent }
	if (buyer.card?.error) return decline(call, named, buyer.card)
	if (!(await countRedemption(call, named))) return { outcome: 'used-up' }

	const intent = named.amount_total > 0 && buyer.card ? await charge(call, named, buyer.card) : null
	const complete = await saveObject(call, {
		...named,
		status: 'complete',
		payment_status: intent ? 'paid' : 'no_payment_required',
		payment_intent: intent?.id ?? null,
		url: null,
	} satisfies Session)
	await recordEvent(call, 'checkout.session.completed', presentSession(complete))
	return { outcome: 'paid', session: complete }
}

/** The session's payment intent: one for all tries, as at the provider. */
async function intentOf(call: SandboxCall, session: Session): Promise<PaymentIntent> {
	const known = session.payment_intent === null ? null : await lockObject<PaymentIntent>(call, 'payment_intent', session.payment_intent)
	if (known) return { ...known, amount: session.amount_total }
	return insertObject(call, {
		id: newId('pi'),
		object: 'payment_intent',
		amount: session.amount_total,
		amount_received: 0,
		capture_method: 'automatic',
		confirmation_method: 'automatic',
		created: unixSeconds(call.now),
		currency: session.currency,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		metadata: session.payment_intent_metadata,
		payment_method_types: ['card'],
		status: 'requires_payment_method',
	} satisfies PaymentIntent)
}

const chargeBody = (call: SandboxCall, intent: PaymentIntent, card: TestCard): Charge => ({
	id: newId('ch'),
	object: 'charge',
	amount: intent.amount,
	amount_captured: card.error === null ? intent.amount : 0,
	amount_refunded: 0,
	billing_details: { address: null, email: null, name: null, phone: null },
	captured: card.error === null,
	created: unixSeconds(call.now),
	currency: intent.currency,
	disputed: false,
	failure_code: card.error?.code ?? null,
	failure_message: card.error?.message ?? null,
	livemode: false,
	metadata: intent.metadata,
	paid: card.error === null,
	payment_intent: intent.id,
	payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
	refunded: false,
	status: card.error === null ? 'succeeded' : 'failed',
})

async function charge(call: SandboxCall, session: Session, card: TestCard): Promise<PaymentIntent> {
	const intent = await intentOf(call, session)
	const paid = await insertObject(call, chargeBody(call, intent, card))
	const settled = await saveObject(call, {
		...intent,
		amount_received: intent.amount,
		last_payment_error: null,
		latest_charge: paid.id,
		status: 'succeeded',
	} satisfies PaymentIntent)
	await recordEvent(call, 'charge.succeeded', paid)
	await recordEvent(call, 'payment_intent.succeeded', settled)
	return settled
}

async function decline(call: SandboxCall, session: Session, card: TestCard): Promise<Confirmation> {
	const { code, declineCode, message } = card.error ?? { code: 'card_declined', declineCode: null, message: 'Your card was declined.' }
	const intent = await intentOf(call, session)
	const failed = await insertObject(call, chargeBody(call, intent, card))
	const refused = await saveObject(call, {
		...intent,
		last_payment_error: { type: 'card_error', code, decline_code: declineCode, message },
		latest_charge: failed.id,
	} satisfies PaymentIntent)
	await saveObject(call, { ...session, payment_intent: refused.id } satisfies Session)
	await recordEvent(call, 'charge.failed', failed)
	await recordEvent(call, 'payment_intent.payment_failed', refused)
	return { outcome: 'declined', message }
}

/** Counts the use of the session's code, under lock. False: its last use was just taken by somebody else. */
async function countRedemption(call: SandboxCall, session: Session): Promise<boolean> {
	const [discount] = session.discounts
	if (!discount) return true
	if (discount.promotion_code !== null) {
		const code = await lockObject<PromotionCode>(call, 'promotion_code', discount.promotion_code)
		if (!code || (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)) return false
		await saveObject(call, { ...code, times_redeemed: code.times_redeemed + 1 })
		return true
	}
	const coupon = discount.coupon === null ? null : await lockObject<Coupon>(call, 'coupon', discount.coupon)
	if (coupon) await saveObject(call, { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
	return true
}
