import type { JsonValue } from '#server/db/json.ts'

import { noSuch, SandboxApiError } from './api-error.ts'
import { toRefundOutcome } from './cards.ts'
import { readInteger, listing, required } from './catalog.ts'
import { recordEvent } from './events.ts'
import { findObjects, insertObject, lockObject, newId, readObject, saveObject, type SandboxCall, unixSeconds } from './objects.ts'
import { type FormRecord, toMetadata, textOf } from './parse-form.ts'
import { settleLater } from './settle-later.ts'
import type { Charge, PaymentIntent, Refund } from './shapes.ts'

const byPayment = async (call: SandboxCall, paymentIntent: string) =>
	(await findObjects(call, 'refund', { field: 'payment_intent', values: [paymentIntent] })) as Refund[]

/** Locks a charge, to serialize changes to its money. */
async function lockCharge(call: SandboxCall, intentId: string): Promise<Charge> {
	const intent = (await readObject(call, intentId)) as PaymentIntent | null
	if (intent?.object !== 'payment_intent') throw noSuch('payment_intent', intentId)
	const charge = intent.latest_charge === null ? null : await lockObject<Charge>(call, 'charge', intent.latest_charge)
	if (charge?.status === 'succeeded') return charge
	throw new SandboxApiError('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' })
}

async function moveMoney(call: SandboxCall, charge: Charge, cents: number): Promise<Charge> {
	const returned = charge.amount_refunded + cents
	return saveObject(call, { ...charge, amount_refunded: returned, refunded: returned >= charge.amount } satisfies Charge)
}

/** Handles `POST /v1/refunds`: the full remaining amount, or a part of it. */
export async function createRefund(call: SandboxCall, form: FormRecord): Promise<Refund> {
	const charge = await lockCharge(call, required(form, 'payment_intent'))
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
		reason: textOf(form['reason']),
		receipt_number: null,
		source_transfer_reversal: null,
		status: fate === 'slow' ? 'pending' : 'succeeded',
		transfer_reversal: null,
	} satisfies Refund)
	const refunded = await moveMoney(call, charge, amount)
	await recordEvent(call, 'refund.created', refund)
	await recordEvent(call, 'charge.refunded', refunded)
	if (fate !== 'plain') await settleLater(call, refund.id)
	return refund
}

export const listRefunds = async (call: SandboxCall, query: FormRecord): Promise<JsonValue> =>
	listing(await byPayment(call, required(query, 'payment_intent')), '/v1/refunds')

/** Settles a refund at the buyer's bank: the money arrived, or is returned to the shop. */
export async function endRefund(call: SandboxCall, id: string, end: 'succeeded' | 'failed'): Promise<void> {
	const refund = await lockObject<Refund>(call, 'refund', id)
	if (!refund || refund.status === 'failed' || refund.status === end) return
	const ended = await saveObject(call, {
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
