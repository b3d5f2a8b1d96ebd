import type { JsonValue } from '#server/db/json.ts'

import { toRefundOutcome } from './cards.ts'
import { toStripeList, readInteger, requireField } from './catalog.ts'
import { recordEvent } from './events.ts'
import { findObjects, insertObject, lockObject, newId, readSandboxObject, type SandboxCall, updateObject, unixSeconds } from './objects.ts'
import { type FormRecord, noSuch, SandboxApiError, formText, toMetadata } from './protocol.ts'
import { schedulePaymentSettlement } from './settle-later.ts'
import type { Charge, Dispute, FraudWarning, PaymentIntent, Refund } from './shapes.ts'

const byPayment = async (call: SandboxCall, paymentIntent: string) =>
	(await findObjects(call, 'refund', { field: 'payment_intent', values: [paymentIntent] })) as Refund[]

/** Locks a charge, so that refunds and disputes of it happen one at a time. */
async function lockCharge(call: SandboxCall, intentId: string): Promise<Charge> {
	const intent = (await readSandboxObject(call, intentId)) as PaymentIntent | null
	if (intent?.object !== 'payment_intent') throw noSuch('payment_intent', intentId)
	const charge = intent.latest_charge === null ? null : await lockObject<Charge>(call, 'charge', intent.latest_charge)
	if (charge?.status === 'succeeded') return charge
	throw new SandboxApiError('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' })
}

async function moveMoney(call: SandboxCall, charge: Charge, cents: number): Promise<Charge> {
	const returned = charge.amount_refunded + cents
	return updateObject(call, { ...charge, amount_refunded: returned, refunded: returned >= charge.amount } satisfies Charge)
}

/** Handles `POST /v1/refunds`: the full remaining amount, or a part of it. */
export async function createRefund(call: SandboxCall, form: FormRecord): Promise<Refund> {
	const charge = await lockCharge(call, requireField(form, 'payment_intent'))
	if (charge.refunded) throw new SandboxApiError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
	if (charge.disputed) throw new SandboxApiError(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' })
	const rest = charge.amount - charge.amount_refunded
	const amount = readInteger(form, 'amount', 1) ?? rest
	if (amount > rest)
		throw new SandboxApiError(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`, { param: 'amount' })
	const fate = toRefundOutcome(charge)
	const refund = await insertObject(call, {
		id: newId('re'),
		object: 'refund',
		amount,
		balance_transaction: null,
		charge: charge.id,
		created: unixSeconds(call.now),
		currency: charge.currency,
		metadata: toMetadata(form['metadata']),
		payment_intent: charge.payment_intent,
		reason: formText(form['reason']),
		receipt_number: null,
		source_transfer_reversal: null,
		status: fate === 'slow' ? 'pending' : 'succeeded',
		transfer_reversal: null,
	} satisfies Refund)
	const refunded = await moveMoney(call, charge, amount)
	await recordEvent(call, 'refund.created', refund)
	await recordEvent(call, 'charge.refunded', refunded)
	if (fate !== 'plain') await schedulePaymentSettlement(call, refund.id)
	return refund
}

export const listRefunds = async (call: SandboxCall, query: FormRecord): Promise<JsonValue> =>
	toStripeList(await byPayment(call, requireField(query, 'payment_intent')), '/v1/refunds')

/** Settles a refund at the buyer's bank: the money arrived, or is returned to the shop. */
export async function settleRefund(call: SandboxCall, id: string, end: 'succeeded' | 'failed'): Promise<void> {
	const refund = await lockObject<Refund>(call, 'refund', id)
	if (!refund || refund.status === 'failed' || refund.status === end) return
	const ended = await updateObject(call, {
		...refund,
		status: end,
		...(end === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
	} satisfies Refund)
	if (end === 'failed') {
		const charge = await lockObject<Charge>(call, 'charge', refund.charge)
		if (charge) await moveMoney(call, charge, -refund.amount)
	}
	await recordEvent(call, 'refund.updated', ended)
	if (end === 'failed') await recordEvent(call, 'refund.failed', ended)
}

const ANSWER_SECONDS = 7 * 86_400

export const listOfPayment =
	(kind: 'dispute' | 'radar.early_fraud_warning', url: string) =>
	async (call: SandboxCall, query: FormRecord): Promise<JsonValue> =>
		toStripeList(await findObjects(call, kind, { field: 'payment_intent', values: [requireField(query, 'payment_intent')] }), url)

/**
 * Opens a dispute or an inquiry. A dispute withdraws the money immediately; an inquiry moves none. Does nothing for an unpaid charge, or
 * for one that already has a dispute or an inquiry.
 */
export async function openDispute(call: SandboxCall, chargeId: string, kind: 'dispute' | 'inquiry'): Promise<void> {
	const charge = await lockObject<Charge>(call, 'charge', chargeId)
	if (!charge || charge.status !== 'succeeded' || charge.disputed) return
	const dispute = await insertObject(call, {
		id: newId('dp'),
		object: 'dispute',
		amount: charge.amount,
		balance_transactions: [],
		charge: charge.id,
		created: unixSeconds(call.now),
		currency: charge.currency,
		evidence: {},
		evidence_details: { due_by: unixSeconds(call.now) + ANSWER_SECONDS, has_evidence: false, past_due: false, submission_count: 0 },
		is_charge_refundable: kind === 'inquiry',
		livemode: false,
		metadata: {},
		payment_intent: charge.payment_intent,
		reason: 'fraudulent',
		status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
	} satisfies Dispute)
	await updateObject(call, { ...charge, disputed: true } satisfies Charge)
	await recordEvent(call, 'charge.dispute.created', dispute)
	if (kind === 'dispute') await recordEvent(call, 'charge.dispute.funds_withdrawn', dispute)
}

/** Changes the status of a dispute. `won` and `lost` close it; an appeal reopens a lost one. */
export async function moveDispute(
	call: SandboxCall,
	id: string,
	status: 'needs_response' | 'won' | 'lost' | 'appeal_under_review',
): Promise<void> {
	const dispute = await lockObject<Dispute>(call, 'dispute', id)
	if (!dispute || dispute.status === status) return
	const closed = status === 'won' || status === 'lost'
	const due = { ...dispute.evidence_details, due_by: closed ? null : dispute.evidence_details.due_by }
	const moved = await updateObject(call, { ...dispute, status, evidence_details: due } satisfies Dispute)
	await recordEvent(call, closed ? 'charge.dispute.closed' : 'charge.dispute.updated', moved)
	if (status === 'won') await recordEvent(call, 'charge.dispute.funds_reinstated', moved)
}

/** Records a fraud warning by a card network, before any dispute. */
export async function warnOfFraud(call: SandboxCall, charge: Charge): Promise<void> {
	const warning = await insertObject(call, {
		id: newId('issfr'),
		object: 'radar.early_fraud_warning',
		actionable: true,
		charge: charge.id,
		created: unixSeconds(call.now),
		fraud_type: 'made_with_stolen_card',
		livemode: false,
		payment_intent: charge.payment_intent,
	} satisfies FraudWarning)
	await recordEvent(call, 'radar.early_fraud_warning.created', warning)
}
