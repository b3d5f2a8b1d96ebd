import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'

import { createSandboxApi } from '#server/sandbox/stripe/api.ts'
import { type FormRecord, type FormValue, parseForm } from '#server/sandbox/stripe/protocol.ts'
import { openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { movePayment } from '#tests/factories/money.ts'
import answers from '#tests/fixtures/stripe/answers.schema.json' with { type: 'json' }
import couponCreate from '#tests/fixtures/stripe/coupon-create.schema.json' with { type: 'json' }
import promotionCodeCreate from '#tests/fixtures/stripe/promotion-code-create.schema.json' with { type: 'json' }
import refundCreate from '#tests/fixtures/stripe/refund-create.schema.json' with { type: 'json' }
import sessionCreate from '#tests/fixtures/stripe/session-create.schema.json' with { type: 'json' }
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createStripePayments } from './provider.ts'

/** Form values are text; the vendor's schema has numbers and booleans. */
const forms = new Ajv({ coerceTypes: true, strict: false, allErrors: true })
const bodies = new Ajv({ strict: false, allErrors: true, validateSchema: false })
addFormats.default(bodies)
bodies.addFormat('unix-time', { type: 'number', validate: (time) => Number.isInteger(time) && time > 1_000_000_000 })
bodies.addFormat('decimal', /^-?\d+(?:\.\d+)?$/)
bodies.addFormat('currency', /^[a-z]{3}$/)
bodies.addSchema(answers, 'answers')

const REQUESTS: Readonly<Record<string, ValidateFunction>> = {
	'/v1/checkout/sessions': forms.compile(sessionCreate),
	'/v1/coupons': forms.compile(couponCreate),
	'/v1/promotion_codes': forms.compile(promotionCodeCreate),
	'/v1/refunds': forms.compile(refundCreate),
}

/** Differences from the vendor's schema, by object: fields that are too new for it, and fields that were removed since. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
	'checkout.session': ['discounts', 'ui_mode'],
	product: ['marketing_features'],
	promotion_code: ['customer_account', 'promotion'],
}
const GONE: Readonly<Record<string, readonly string[]>> = { product: ['features'], promotion_code: ['coupon'] }
/** Fields that have an ID in the schema, but may have an expanded object in a response. */
const EXPANDED = ['payment_intent', 'latest_charge']

/** Converts a form value to JSON; lists in forms become records with numeric keys. */
function toBody(value: FormValue): unknown {
	if (typeof value === 'string') return value
	const entries = Object.entries(value)
	return entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
		? entries.map(([, item]) => toBody(item))
		: Object.fromEntries(entries.map(([key, item]) => [key, toBody(item)]))
}

function judgeRequest(path: string, form: FormRecord): string[] {
	const judge = REQUESTS[path]
	if (!judge || judge(toBody(form))) return []
	return (judge.errors ?? []).map(({ instancePath, message, params }) => `${path}${instancePath} ${message} ${JSON.stringify(params)}`)
}

type Body = { object?: string; data?: unknown; [field: string]: unknown }

/** Validates every object of a response against its schema. */
function judgeAnswer(body: Body): string[] {
	const kind = body.object ?? ''
	if (kind === 'list') return (body.data as Body[]).flatMap(judgeAnswer)
	const { definitions } = answers as { definitions: Record<string, unknown> }
	if (!(kind in definitions)) return kind === 'radar.early_fraud_warning' ? [] : [`an answer of the unknown kind ${kind}`]
	const parts = EXPANDED.flatMap((field) => (typeof body[field] === 'object' && body[field] !== null ? [body[field] as Body] : []))
	const known = Object.fromEntries(
		Object.entries(body)
			.filter(([field]) => !(NEWER[kind] ?? []).includes(field))
			.map(([field, value]) => [field, parts.includes(value as Body) ? (value as { id: string }).id : value]),
	)
	const judge = bodies.getSchema(`answers#/definitions/${kind}`)
	if (!judge || judge(known) === true) return parts.flatMap(judgeAnswer)
	const faults = (judge.errors ?? [])
		.filter(({ params }) => !(GONE[kind] ?? []).includes((params as { missingProperty?: string }).missingProperty ?? ''))
		.map(({ instancePath, message, params }) => `${kind}${instancePath} ${message} ${JSON.stringify(params)}`)
	return [...faults, ...parts.flatMap(judgeAnswer)]
}

/** Opens the adapter on the sandbox, and validates every request and response against the vendor's schema. */
async function openJudged(productTaxCode: string | null = null) {
	const made = await makeTestDeps({ productTaxCode })
	const api = createSandboxApi(made.deps)
	const faults: string[] = []
	const paths = new Set<string>()
	const send = async (url: string | URL | Request, init?: RequestInit) => {
		const request = new Request(url, init)
		const { pathname } = new URL(request.url)
		paths.add(`${request.method} ${pathname.replace(/cs_test_\w+/, 'cs')}`)
		if (request.method === 'POST') faults.push(...judgeRequest(pathname, parseForm(await request.clone().text())))
		const response = await api.fetch(request)
		if (response.ok) faults.push(...judgeAnswer((await response.clone().json()) as Body))
		return response
	}
	const payments = createStripePayments({
		secretKey: 'sk_test_0123456789',
		livemode: false,
		send,
		webhookSecrets: () => Promise.resolve([]),
		now: made.clock.now,
	})
	const judgeEvents = async () => {
		const events = await made.deps.db.selectFrom('sandbox_stripe.events').select('body').execute()
		return events
			.map(({ body }) => JSON.parse(body) as Body & { data: { object: Body } })
			.flatMap((event) => [...judgeAnswer(event), ...judgeAnswer(event.data.object)])
	}
	return { deps: { ...made.deps, payments }, clock: made.clock, faults, paths, judgeEvents }
}

test('all our requests and the sandbox’s answers and events match Stripe’s OpenAPI description', async () => {
	const { deps, clock, faults, paths, judgeEvents } = await openJudged()
	const stories: { card: string; couponCode?: string }[] = [
		{ card: '4242 4242 4242 4242', couponCode: 'LAUNCH1' },
		{ card: '4000 0000 0000 0002' },
		{ card: '4000 0025 0000 3155' },
		{ card: '4000 0000 0000 0259' },
		{ card: '4000 0000 0000 5126' },
		{ card: '4000 0000 0000 7726' },
		{ card: '4000 0000 0000 5423' },
		{ card: '000123456789' },
		{ card: '000111111116' },
	]
	for (const { card, ...input } of stories) {
		const { sessionId } = await openCheckout(deps, { ...input, email: 'ada@example.com' })
		await payAtProvider(deps, sessionId, { card })
		clock.advance(60_000)
		await runDueJobs(deps)
		const { payments, disputes } = await deps.payments.fetchSnapshot(sessionId)
		const [payment] = payments.filter(({ status }) => status === 'succeeded')
		if (payment && disputes.length === 0)
			await deps.payments.createRefund({
				refundRequestId: sessionId,
				paymentId: payment.id,
				amountCents: 1000,
				reason: 'requested_by_customer',
			})
		if (payment && disputes.length > 0) await movePayment(deps, payment.id, 'lost')
		clock.advance(60_000)
		await runDueJobs(deps)
		await deps.payments.fetchSnapshot(sessionId)
		await deps.payments.expireCheckout(sessionId)
	}
	for await (const event of deps.payments.listEvents(new Date(0))) expect(event.id).toMatch(/^evt_/)
	expect([...faults, ...(await judgeEvents())]).toEqual([])
	expect([...paths].toSorted()).toEqual([
		'GET /v1/checkout/sessions/cs',
		'GET /v1/disputes',
		'GET /v1/events',
		'GET /v1/prices',
		'GET /v1/promotion_codes',
		'GET /v1/radar/early_fraud_warnings',
		'GET /v1/refunds',
		'POST /v1/checkout/sessions',
		'POST /v1/checkout/sessions/cs/expire',
		'POST /v1/coupons',
		'POST /v1/prices',
		'POST /v1/products',
		'POST /v1/promotion_codes',
		'POST /v1/refunds',
	])
})

test('a sale with calculated tax matches Stripe’s description for every buyer’s country', async () => {
	const { deps, faults, judgeEvents } = await openJudged('txcd_10000000')
	for (const [country, postcode, taxId] of [
		['FR', '75001', ''],
		['FR', '75001', 'FR12345678901'],
		['CA', 'H2X 1Y4', ''],
		['US', '10001', ''],
	]) {
		const { sessionId } = await openCheckout(deps, { email: 'ada@example.com' })
		const address = { name: 'Ada', line1: 'Street 1', city: 'City', country: country ?? '', postcode: postcode ?? '', taxId: taxId ?? '' }
		await payAtProvider(deps, sessionId, { billing: address })
		expect((await deps.payments.fetchSnapshot(sessionId)).checkout.paymentStatus).toBe('paid')
	}
	expect([...faults, ...(await judgeEvents())]).toEqual([])
})

test.each([
	{ what: 'a field that does not exist', path: '/v1/checkout/sessions', form: 'mode=payment&line_items[0][price]=p&line_items[0][qty]=1' },
	{ what: 'an amount as text', path: '/v1/refunds', form: 'payment_intent=pi&amount=ten' },
	{ what: 'the format of an older version', path: '/v1/promotion_codes', form: 'coupon=c&code=X' },
	{ what: 'an invalid number', path: '/v1/coupons', form: 'percent_off=twenty&duration=once' },
])('the schema check itself refuses $what', ({ path, form }) => {
	expect(judgeRequest(path, parseForm(form))).not.toEqual([])
})
