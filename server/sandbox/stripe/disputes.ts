import type { JsonValue } from '#server/db/json.ts'

import { listing, required } from './catalog.ts'
import { recordEvent } from './events.ts'
import { findObjects, insertObject, lockObject, newId, saveObject, type SandboxCall, unixSeconds } from './objects.ts'
import type { FormRecord } from './parse-form.ts'
import type { Charge, Dispute, FraudWarning } from './shapes.ts'

const ANSWER_SECONDS = 7 * 86_400

export const listOfPayment =
	(kind: 'dispute' | 'radar.early_fraud_warning', url: string) =>
	async (call: SandboxCall, query: FormRecord): Promise<JsonValue> =>
		listing(await findObjects(call, kind, { field: 'payment_intent', values: [required(query, 'payment_intent')] }), url)

/**
 * Opens a dispute or an inquiry. An inquiry moves no money; a dispute withdraws it immediately. Does nothing for an unpaid
 * charge, or one that already has either.
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
	await saveObject(call, { ...charge, disputed: true } satisfies Charge)
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
	const moved = await saveObject(call, { ...dispute, status, evidence_details: due } satisfies Dispute)
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
