import { type Context, Hono } from 'hono'
import { createHash, randomUUID } from 'node:crypto'

import type { JsonValue } from '#server/db/json.ts'

import {
	createCoupon,
	createPrice,
	createProduct,
	createPromotionCode,
	listPrices,
	listPromotionCodes,
	readInteger,
	requireField,
	updatePromotionCode,
} from './catalog.ts'
import { confirmSession } from './confirm-session.ts'
import { listEvents } from './events.ts'
import { performCall, readSandboxObject, type SandboxCall, type SandboxDeps } from './objects.ts'
import { createPaymentIntent, createPaymentMethod, resolvePaymentMethod } from './payment-methods.ts'
import { listBalanceTransactions, listPayouts, retrievePayout } from './payouts.ts'
import { type FormRecord, noSuch, parseForm, SandboxApiError, formText, toRecord } from './protocol.ts'
import { createRefund, listOfPayment, listRefunds } from './refunds.ts'
import { createSession, expireSession, lockSession, presentSession } from './sessions.ts'

/** Handles `GET /v1/payment_pages/:session`: the data of the hosted page, which Stripe's own tools read as well. */
async function readPaymentPage(call: SandboxCall, _form: FormRecord, id: string): Promise<JsonValue> {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('payment_page', id)
	return { ...presentSession(session, ['line_items']), object: 'payment_page', session_id: session.id }
}

/** Handles `POST /v1/payment_pages/:session/confirm`, by which a program presses the Pay button. */
async function confirmPaymentPage(call: SandboxCall, form: FormRecord, id: string): Promise<JsonValue> {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('payment_page', id)
	const expected = readInteger(form, 'expected_amount')
	if (expected !== null && expected !== session.amount_total)
		throw new SandboxApiError(`The amount is ${session.amount_total}, not ${expected}.`, { code: 'checkout_amount_mismatch' })
	const { card, email } = await resolvePaymentMethod(call, requireField(form, 'payment_method'))
	const buyer = { email: session.customer_email ?? email ?? 'buyer@example.com', card, acceptsTerms: true }
	const confirmed = await confirmSession(call, id, buyer)
	if (confirmed?.outcome === 'paid') return { ...presentSession(confirmed.session, ['line_items']), object: 'payment_page', session_id: id }
	if (confirmed?.outcome === 'declined')
		throw new SandboxApiError(confirmed.message, { status: 402, type: 'card_error', code: 'card_declined' })
	throw new SandboxApiError('This checkout can no longer be paid.', { code: 'payment_page_inactive' })
}

type Operation = (call: SandboxCall, form: FormRecord, id: string) => Promise<JsonValue>
type Body = { [key: string]: JsonValue | undefined }

const isBody = (value: JsonValue | undefined): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

async function expandValue(call: SandboxCall, value: JsonValue | undefined, rest: readonly string[]): Promise<JsonValue | undefined> {
	if (Array.isArray(value)) {
		const items = await Promise.all(value.map((item) => expandValue(call, item, rest)))
		return items.map((item) => item ?? null)
	}
	const found = typeof value === 'string' ? ((await readSandboxObject(call, value)) ?? value) : value
	return isBody(found) ? expandPath(call, found, rest) : found
}

/** Expands IDs to their objects along a path, such as `expand[]=payment_intent.latest_charge`. */
async function expandPath(call: SandboxCall, body: Body, path: readonly string[]): Promise<Body> {
	const [key, ...rest] = path
	if (key === undefined || body[key] === undefined) return body
	return { ...body, [key]: await expandValue(call, body[key], rest) }
}

const expandPaths = (form: FormRecord) => Object.values(toRecord(form['expand'])).flatMap((path) => formText(path) ?? [])

async function expanded(call: SandboxCall, body: Body, paths: readonly string[]): Promise<Body> {
	let answer = body
	for (const path of paths) answer = await expandPath(call, answer, path.split('.'))
	return answer
}

const retrieveSession: Operation = async (call, form, id) => {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('checkout.session', id)
	const paths = expandPaths(form)
	return expanded(call, presentSession(session, paths), paths)
}

const retrieve =
	(kind: 'payment_intent' | 'coupon' | 'product' | 'charge' | 'refund' | 'dispute'): Operation =>
	async (call, form, id) => {
		const found = await readSandboxObject(call, id)
		if (found?.object !== kind) throw noSuch(kind, id)
		return expanded(call, found, expandPaths(form))
	}

type Replay = { status: number; body: JsonValue } | null

/**
 * Claims an idempotency key, or returns the stored response to an earlier request. A parallel request with the same key waits here.
 * @throws SandboxApiError if the first request with this key had other parameters
 */
async function claimKey({ tx, now }: SandboxCall, key: string, requestHash: string): Promise<Replay> {
	const claimed = await tx
		.insertInto('sandbox_stripe.idempotency_keys')
		.values({ key, request_hash: requestHash, created_at: now })
		.onConflict((conflict) => conflict.doNothing())
		.returning('key')
		.executeTakeFirst()
	if (claimed) return null
	const first = await tx
		.selectFrom('sandbox_stripe.idempotency_keys')
		.select(['request_hash', 'status', 'response'])
		.where('key', '=', key)
		.executeTakeFirstOrThrow()
	if (first.request_hash !== requestHash)
		throw new SandboxApiError('Keys for idempotent requests can only be used with the same parameters they were first used with.', {
			type: 'idempotency_error',
		})
	return { status: first.status ?? 200, body: first.response }
}

async function answerPost(deps: SandboxDeps, c: Context, operation: Operation): Promise<Response> {
	const text = await c.req.text()
	const key = c.req.header('idempotency-key') ?? randomUUID()
	const requestHash = createHash('sha256').update(`${c.req.path}\n${text}`).digest('hex')
	const { result } = await performCall(deps, async (call) => {
		const replay = await claimKey(call, key, requestHash)
		if (replay) return replay
		const answer = await operation(call, parseForm(text), c.req.param('id') ?? '')
		await call.tx
			.updateTable('sandbox_stripe.idempotency_keys')
			.set({ status: 200, response: JSON.stringify(answer) })
			.where('key', '=', key)
			.execute()
		return { status: 200, body: answer }
	})
	return c.json(result.body, result.status as 200)
}

async function answerGet(deps: SandboxDeps, c: Context, operation: Operation): Promise<Response> {
	const query = parseForm(new URL(c.req.url).search.slice(1))
	const { result } = await performCall(deps, (call) => operation(call, query, c.req.param('id') ?? ''))
	return c.json(result)
}

/**
 * Creates the part of Stripe's API that the shop uses (version 2026-10-28.endive), in process: the SDK's HTTP client calls this
 * app's `fetch`. Its state is in the schema sandbox_stripe.
 */
export function createSandboxApi(deps: SandboxDeps): Hono {
	const app = new Hono()
	const post = (path: string, operation: Operation) => app.post(path, (c) => answerPost(deps, c, operation))
	const get = (path: string, operation: Operation) => app.get(path, (c) => answerGet(deps, c, operation))

	app.use(async (c, next) => {
		c.header('request-id', `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`)
		if (!/^Bearer sk_test_\w+$/.test(c.req.header('authorization') ?? ''))
			return c.json({ error: { type: 'invalid_request_error', message: 'You did not provide a valid API key.' } }, 401)
		return next()
	})
	app.onError((error, c) => {
		if (error instanceof SandboxApiError) return c.json(error.body, error.status)
		deps.log.error('sandbox payment provider failed', { path: c.req.path, error })
		return c.json({ error: { type: 'api_error', message: 'The sandbox failed; see the log.' } }, 500)
	})
	app.notFound((c) => c.json({ error: { type: 'invalid_request_error', message: `Unrecognized request URL (${c.req.path}).` } }, 404))

	post('/v1/products', createProduct)
	get('/v1/prices', listPrices)
	post('/v1/prices', createPrice)
	post('/v1/coupons', createCoupon)
	get('/v1/coupons/:id', retrieve('coupon'))
	get('/v1/promotion_codes', listPromotionCodes)
	post('/v1/promotion_codes', createPromotionCode)
	post('/v1/promotion_codes/:id', updatePromotionCode)
	post('/v1/checkout/sessions', async (call, form) => presentSession(await createSession(call, form)))
	get('/v1/checkout/sessions/:id', retrieveSession)
	post('/v1/checkout/sessions/:id/expire', async (call, _form, id) => presentSession(await expireSession(call, id)))
	get('/v1/payment_intents/:id', retrieve('payment_intent'))
	post('/v1/payment_intents', createPaymentIntent)
	post('/v1/payment_methods', createPaymentMethod)
	get('/v1/payment_pages/:id', readPaymentPage)
	post('/v1/payment_pages/:id/confirm', confirmPaymentPage)
	get('/v1/charges/:id', retrieve('charge'))
	get('/v1/refunds', listRefunds)
	post('/v1/refunds', createRefund)
	get('/v1/refunds/:id', retrieve('refund'))
	get('/v1/disputes', listOfPayment('dispute', '/v1/disputes'))
	get('/v1/disputes/:id', retrieve('dispute'))
	get('/v1/radar/early_fraud_warnings', listOfPayment('radar.early_fraud_warning', '/v1/radar/early_fraud_warnings'))
	get('/v1/events', listEvents)
	get('/v1/payouts', listPayouts)
	get('/v1/payouts/:id', retrievePayout)
	get('/v1/balance_transactions', async (call, query) => {
		const list = await listBalanceTransactions(call, query)
		const paths = expandPaths(query).map((path) => path.replace(/^data\./, ''))
		return { ...list, data: await Promise.all(list.data.map((each) => expanded(call, each, paths))) }
	})
	return app
}
