import { type CardError, last4Of, type TestCard } from './cards.ts'
import { recordEvent } from './events.ts'
import { insertObject, lockObject, newId, type SandboxCall, updateObject, unixSeconds } from './objects.ts'
import { openDispute, warnOfFraud } from './refunds.ts'
import type { Charge, PaymentIntent, Session } from './shapes.ts'

/** Locks the session's payment intent, or creates it. As at Stripe, all attempts share one. */
export async function openIntent(call: SandboxCall, session: Session): Promise<PaymentIntent> {
	const known = session.payment_intent === null ? null : await lockObject<PaymentIntent>(call, 'payment_intent', session.payment_intent)
	if (known) return { ...known, amount: session.amount_total }
	return newIntent(call, { amount: session.amount_total, currency: session.currency, metadata: session.payment_intent_metadata })
}

export const newIntent = (
	call: SandboxCall,
	{ amount, currency, metadata }: Pick<PaymentIntent, 'amount' | 'currency' | 'metadata'>,
): Promise<PaymentIntent> =>
	insertObject(call, {
		id: newId('pi'),
		object: 'payment_intent',
		amount,
		amount_received: 0,
		capture_method: 'automatic',
		confirmation_method: 'automatic',
		created: unixSeconds(call.now),
		currency,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		metadata,
		payment_method_types: ['card'],
		status: 'requires_payment_method',
	} satisfies PaymentIntent)

/** Returns the payment method to store, with only the last four digits of a card or account. */
const methodOf = (card: TestCard): Charge['payment_method_details'] =>
	card.brand === 'bank'
		? { type: 'us_bank_account', us_bank_account: { account_holder_type: null, account_type: null, last4: last4Of(card) } }
		: { type: 'card', card: { brand: card.brand, exp_month: 12, exp_year: 2034, last4: last4Of(card) } }

type Try = { card: TestCard; status: Charge['status']; error: CardError | null }

const chargeBody = (call: SandboxCall, intent: PaymentIntent, { card, status, error }: Try): Charge => ({
	id: newId('ch'),
	object: 'charge',
	amount: intent.amount,
	amount_captured: status === 'succeeded' ? intent.amount : 0,
	amount_refunded: 0,
	billing_details: { address: null, email: null, name: null, phone: null },
	captured: status !== 'failed',
	created: unixSeconds(call.now),
	currency: intent.currency,
	disputed: false,
	failure_code: error?.code ?? null,
	failure_message: error?.message ?? null,
	livemode: false,
	metadata: intent.metadata,
	paid: status === 'succeeded',
	payment_intent: intent.id,
	payment_method_details: methodOf(card),
	refunded: false,
	status,
})

export async function succeedPayment(call: SandboxCall, intent: PaymentIntent, card: TestCard): Promise<PaymentIntent> {
	const paid = await insertObject(call, chargeBody(call, intent, { card, status: 'succeeded', error: null }))
	const settled = await updateObject(call, {
		...intent,
		amount_received: intent.amount,
		last_payment_error: null,
		latest_charge: paid.id,
		status: 'succeeded',
	} satisfies PaymentIntent)
	await recordEvent(call, 'charge.succeeded', paid)
	await recordEvent(call, 'payment_intent.succeeded', settled)
	if (card.after === 'fraud-warning') await warnOfFraud(call, paid)
	else if (card.after !== null) await openDispute(call, paid.id, card.after)
	return settled
}

export async function failPayment(
	call: SandboxCall,
	intent: PaymentIntent,
	{ card, error }: { card: TestCard; error: CardError },
): Promise<PaymentIntent> {
	const failed = await insertObject(call, chargeBody(call, intent, { card, status: 'failed', error }))
	const refused = await updateObject(call, {
		...intent,
		last_payment_error: {
			type: 'card_error',
			code: error.code,
			...(error.declineCode !== null && { decline_code: error.declineCode }),
			message: error.message,
		},
		latest_charge: failed.id,
		status: 'requires_payment_method',
	} satisfies PaymentIntent)
	await recordEvent(call, 'charge.failed', failed)
	await recordEvent(call, 'payment_intent.payment_failed', refused)
	return refused
}

export async function leavePending(call: SandboxCall, intent: PaymentIntent, card: TestCard): Promise<PaymentIntent> {
	const pending = await insertObject(call, chargeBody(call, intent, { card, status: 'pending', error: null }))
	const processing = await updateObject(call, { ...intent, latest_charge: pending.id, status: 'processing' } satisfies PaymentIntent)
	await recordEvent(call, 'charge.pending', pending)
	await recordEvent(call, 'payment_intent.processing', processing)
	return processing
}
