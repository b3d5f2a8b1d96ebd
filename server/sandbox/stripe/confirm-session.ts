import { type CardError, findCard, type TestCard } from './cards.ts'
import { failPayment, openIntent, succeedPayment, leavePending } from './charge-card.ts'
import { recordEvent } from './events.ts'
import { findObjects, lockObject, readSandboxObject, type SandboxCall, updateObject } from './objects.ts'
import { lockSession, presentSession } from './sessions.ts'
import { schedulePaymentSettlement } from './settle-later.ts'
import type { Charge, Coupon, CustomerDetails, PaymentIntent, PromotionCode, Session } from './shapes.ts'
import { taxSession } from './tax.ts'

export type ConfirmationResult =
	| { outcome: 'paid'; session: Session }
	| { outcome: 'closed'; session: Session }
	| { outcome: 'declined'; message: string }
	/** The buyer has to confirm the payment (3-D Secure). Call again with the buyer's `answer`. */
	| { outcome: 'challenge' }
	| { outcome: 'used-up' }
	| { outcome: 'terms-missing' }

export type SandboxBuyer = {
	email: string
	card: TestCard | null
	acceptsTerms: boolean
	answer?: 'confirmed' | 'refused' | undefined
	/** Billing details, required if the shop issues invoices. */
	billing?: BillingDetails | null | undefined
}

/** Billing details of a buyer. `taxId` may be empty. */
export type BillingDetails = { name: string; line1: string; postcode: string; city: string; country: string; taxId: string }

function toDetails(email: string, billing: BillingDetails | null): CustomerDetails {
	const nothing = { email, name: null, phone: null, address: null, tax_exempt: 'none', tax_ids: null } as const
	if (billing === null) return nothing
	const { name, line1, postcode, city, country, taxId } = billing
	return {
		...nothing,
		name,
		address: { line1, line2: null, postal_code: postcode, city, state: null, country },
		tax_ids: taxId === '' ? null : [{ type: taxId.startsWith('GB') ? 'gb_vat' : 'eu_vat', value: taxId }],
	}
}

const NOT_AUTHENTICATED: CardError = {
	code: 'payment_intent_authentication_failure',
	declineCode: null,
	message: 'Your bank couldn’t confirm that it’s you. Nothing was charged. Try again or use another card.',
}

async function complete(call: SandboxCall, session: Session, intent: PaymentIntent | null): Promise<ConfirmationResult> {
	const done = await updateObject(call, {
		...session,
		status: 'complete',
		payment_status: intent === null ? 'no_payment_required' : intent.status === 'succeeded' ? 'paid' : 'unpaid',
		payment_intent: intent?.id ?? null,
		url: null,
	} satisfies Session)
	await recordEvent(call, 'checkout.session.completed', presentSession(done))
	return { outcome: 'paid', session: done }
}

async function decline(call: SandboxCall, session: Session, failure: { card: TestCard; error: CardError }): Promise<ConfirmationResult> {
	const refused = await failPayment(call, await openIntent(call, session), failure)
	await updateObject(call, { ...session, payment_intent: refused.id } satisfies Session)
	return { outcome: 'declined', message: failure.error.message }
}

async function startChallenge(call: SandboxCall, session: Session): Promise<ConfirmationResult> {
	const intent = await openIntent(call, session)
	const asking = await updateObject(call, { ...intent, status: 'requires_action' } satisfies PaymentIntent)
	await updateObject(call, { ...session, payment_intent: asking.id } satisfies Session)
	return { outcome: 'challenge' }
}

async function debit(call: SandboxCall, session: Session, card: TestCard): Promise<ConfirmationResult> {
	const intent = await leavePending(call, await openIntent(call, session), card)
	await schedulePaymentSettlement(call, intent.id)
	return complete(call, session, intent)
}

/**
 * Handles the Pay button: charges the card (nothing if the total is zero) and records the same events as Stripe. A second call changes
 * nothing.
 * @param buyer `card` is null only for a free session; `answer` is the buyer's answer to the bank
 * @returns null if there is no such session
 */
export async function confirmSession(call: SandboxCall, id: string, buyer: SandboxBuyer): Promise<ConfirmationResult | null> {
	const session = await lockSession(call, id)
	if (!session) return null
	if (session.status !== 'open') return { outcome: 'closed', session }
	const details = toDetails(buyer.email, buyer.billing ?? null)
	const needsTerms = session.consent_collection?.terms_of_service === 'required'
	if (needsTerms && !buyer.acceptsTerms) return { outcome: 'terms-missing' }
	const consent = needsTerms ? ({ promotions: null, terms_of_service: 'accepted' } as const) : null
	const withBuyer = taxSession(call, { ...session, customer_details: details, consent }, details)
	const { card } = buyer
	const isBank = card?.brand === 'bank'
	if (card?.error && !isBank) return decline(call, withBuyer, { card, error: card.error })
	if (card?.challenge && buyer.answer === undefined) return startChallenge(call, withBuyer)
	if (card?.challenge && buyer.answer === 'refused') return decline(call, withBuyer, { card, error: NOT_AUTHENTICATED })
	if (!(await countRedemption(call, withBuyer))) return { outcome: 'used-up' }
	if (withBuyer.amount_total === 0 || !card) return complete(call, withBuyer, null)
	return isBank
		? debit(call, withBuyer, card)
		: complete(call, withBuyer, await succeedPayment(call, await openIntent(call, withBuyer), card))
}

/**
 * Completes a pending bank debit some time after checkout: it succeeds or fails, depending on the test card.
 * @param id payment intent; ignored unless its status is 'processing'
 */
export async function endBankDebit(call: SandboxCall, id: string): Promise<void> {
	const intent = await lockObject<PaymentIntent>(call, 'payment_intent', id)
	if (intent?.status !== 'processing') return
	const pending = intent.latest_charge === null ? null : ((await readSandboxObject(call, intent.latest_charge)) as Charge)
	const [found] = (await findObjects(call, 'checkout.session', { field: 'payment_intent', values: [id] })) as Session[]
	const card = pending && findCard(pending)
	if (!card || !found) return
	if (card.error) {
		await failPayment(call, intent, { card, error: card.error })
		await recordEvent(call, 'checkout.session.async_payment_failed', presentSession(found))
		return
	}
	await succeedPayment(call, intent, card)
	const paid = await updateObject(call, { ...found, payment_status: 'paid' } satisfies Session)
	await recordEvent(call, 'checkout.session.async_payment_succeeded', presentSession(paid))
}

/**
 * Counts a use of the session's code, under lock.
 * @returns false if another buyer has just taken the last use
 */
async function countRedemption(call: SandboxCall, session: Session): Promise<boolean> {
	const [discount] = session.discounts
	if (!discount) return true
	if (discount.promotion_code !== null) {
		const code = await lockObject<PromotionCode>(call, 'promotion_code', discount.promotion_code)
		if (!code || (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)) return false
		await updateObject(call, { ...code, times_redeemed: code.times_redeemed + 1 })
		return true
	}
	const coupon = discount.coupon === null ? null : await lockObject<Coupon>(call, 'coupon', discount.coupon)
	if (coupon) await updateObject(call, { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
	return true
}
