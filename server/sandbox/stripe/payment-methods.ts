import type { JsonValue } from '#server/db/json.ts'

import { findTestCard, last4Of, type TestCard } from './cards.ts'
import { readInteger, requireField } from './catalog.ts'
import { failPayment, newIntent, succeedPayment } from './charge-card.ts'
import { insertObject, newId, readSandboxObject, type SandboxCall, unixSeconds } from './objects.ts'
import { type FormRecord, noSuch, SandboxApiError, formText, toMetadata, toRecord } from './protocol.ts'
import type { PaymentIntent, PaymentMethod } from './shapes.ts'

/** Test card or account numbers by Stripe's token, payment method or test IBAN. Stripe's own tools send the tokens. */
const NUMBER_OF: Readonly<Record<string, string>> = {
	tok_visa: '4242424242424242',
	pm_card_visa: '4242424242424242',
	tok_chargeDeclined: '4000000000000002',
	pm_card_chargeDeclined: '4000000000000002',
	pm_card_createDispute: '4000000000000259',
	pm_card_createDisputeInquiry: '4000000000001976',
	pm_card_createIssuerFraudWarning: '4000000000005423',
	pm_card_refundFail: '4000000000005126',
	pm_card_pendingRefund: '4000000000007726',
	// IBANs of an account whose debits succeed, and of a closed account.
	IT60X0542811101000000123456: '000123456789',
	IT40S0542811101000000123456: '000123456789',
	DE62370400440532013001: '000111111116',
}

const knownCard = (name: string): TestCard | null => findTestCard(NUMBER_OF[name] ?? name)

function cardOfForm(form: FormRecord): TestCard {
	const card = toRecord(form['card'])
	const account = formText(toRecord(form['sepa_debit'])['iban']) ?? formText(toRecord(form['us_bank_account'])['account_number'])
	const known = knownCard(formText(card['token']) ?? formText(card['number']) ?? account ?? '')
	if (known) return known
	throw new SandboxApiError('The sandbox takes test cards and test accounts only.', { param: 'card' })
}

/** Converts the stored method to the API's format, without the number of its test card. */
export const presentMethod = ({ test_number: _internal, email, ...body }: PaymentMethod): JsonValue => ({
	...body,
	billing_details: { address: null, email, name: null, phone: null, tax_id: null },
})

export async function createPaymentMethod(call: SandboxCall, form: FormRecord): Promise<JsonValue> {
	const known = cardOfForm(form)
	const method = await insertObject(call, {
		id: newId('pm'),
		object: 'payment_method',
		created: unixSeconds(call.now),
		customer: null,
		email: formText(toRecord(form['billing_details'])['email']),
		livemode: false,
		metadata: toMetadata(form['metadata']),
		test_number: known.number,
		type: requireField(form, 'type'),
		...(known.brand !== 'bank' && { card: { brand: known.brand, exp_month: 12, exp_year: 2034, last4: last4Of(known) } }),
	} satisfies PaymentMethod)
	return presentMethod(method)
}

/** Finds the test card for a payment method ID, or for one of Stripe's predefined methods. */
export async function resolvePaymentMethod(call: SandboxCall, id: string): Promise<{ card: TestCard; email: string | null }> {
	const method = (await readSandboxObject(call, id)) as PaymentMethod | null
	const card = knownCard(method?.object === 'payment_method' ? method.test_number : id)
	if (!card) throw noSuch('PaymentMethod', id)
	return { card, email: method?.email ?? null }
}

/** Handles `POST /v1/payment_intents`: a payment without a checkout, as Stripe's tools make; `confirm=true` also charges the card. */
export async function createPaymentIntent(call: SandboxCall, form: FormRecord): Promise<PaymentIntent> {
	const amount = readInteger(form, 'amount', 1)
	if (amount === null) throw new SandboxApiError('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
	const intent = await newIntent(call, { amount, currency: requireField(form, 'currency'), metadata: toMetadata(form['metadata']) })
	if (formText(form['confirm']) !== 'true') return intent
	const { card } = await resolvePaymentMethod(call, requireField(form, 'payment_method'))
	return card.error ? failPayment(call, intent, { card, error: card.error }) : succeedPayment(call, intent, card)
}
