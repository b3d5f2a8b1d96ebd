import type { JsonValue } from '#server/db/json.ts'

import { noSuch, SandboxApiError } from './api-error.ts'
import { readInteger, required } from './catalog.ts'
import { confirmSession } from './confirm-session.ts'
import type { SandboxCall } from './objects.ts'
import type { FormRecord } from './parse-form.ts'
import { resolveMethod } from './payment-methods.ts'
import { lockSession, presentSession } from './sessions.ts'

/** Handles `GET /v1/payment_pages/:session`: the data of the hosted page, which Stripe's own tools read, too. */
export async function readPaymentPage(call: SandboxCall, _form: FormRecord, id: string): Promise<JsonValue> {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('payment_page', id)
	return { ...presentSession(session, ['line_items']), object: 'payment_page', session_id: session.id }
}

/** Handles `POST /v1/payment_pages/:session/confirm`: the Pay button, triggered by a program. */
export async function confirmPaymentPage(call: SandboxCall, form: FormRecord, id: string): Promise<JsonValue> {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('payment_page', id)
	const expected = readInteger(form, 'expected_amount')
	if (expected !== null && expected !== session.amount_total)
		throw new SandboxApiError(`The amount is ${session.amount_total}, not ${expected}.`, { code: 'checkout_amount_mismatch' })
	const { card, email } = await resolveMethod(call, required(form, 'payment_method'))
	const buyer = { email: session.customer_email ?? email ?? 'buyer@example.com', card, acceptsTerms: true }
	const confirmed = await confirmSession(call, id, buyer)
	if (confirmed?.outcome === 'paid') return { ...presentSession(confirmed.session, ['line_items']), object: 'payment_page', session_id: id }
	if (confirmed?.outcome === 'declined')
		throw new SandboxApiError(confirmed.message, { status: 402, type: 'card_error', code: 'card_declined' })
	throw new SandboxApiError('This checkout cannot be paid any more.', { code: 'payment_page_inactive' })
}
