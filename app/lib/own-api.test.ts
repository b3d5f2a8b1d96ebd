import { afterEach, expect, test, vi } from 'vitest'

import { ApiError, callApi } from './own-api.ts'
import { secondFactorPrompt } from './prompt.ts'

function serverAnswering(answer: () => Response | Promise<Response>) {
	const asked: { path: string; init: RequestInit }[] = []
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		asked.push({ path, init })
		return answer()
	})
	return asked
}

const failureOf = (call: Promise<unknown>) =>
	call.then(
		() => null,
		(error: unknown) => (error instanceof ApiError ? error.failure : error),
	)

afterEach(() => vi.unstubAllGlobals())

test('a visitor’s request has no token, and one with a body is a POST', async () => {
	const asked = serverAnswering(() => Response.json({ accepted: true }))
	expect(await callApi('/api/discounts/check', { body: { code: 'LAUNCH1' } })).toEqual({ accepted: true })
	expect(asked[0]?.path).toBe('/api/discounts/check')
	expect(asked[0]?.init).toMatchObject({
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: '{"code":"LAUNCH1"}',
	})
	expect(asked[0]?.init.headers).not.toHaveProperty('authorization')
})

test('an empty answer is null', async () => {
	serverAnswering(() => new Response(null, { status: 204 }))
	expect(await callApi('/api/orders')).toBeNull()
})

test('an error has the server’s code, message and fields', async () => {
	serverAnswering(() =>
		Response.json(
			{ error: { code: 'validation_failed', message: 'No', fields: { code: 'Too long' }, requestId: 'r1' } },
			{ status: 429, headers: { 'retry-after': '12' } },
		),
	)
	expect(await failureOf(callApi('/api/orders'))).toEqual({
		kind: 'refused',
		status: 429,
		code: 'validation_failed',
		message: 'No',
		fields: { code: 'Too long' },
		requestId: 'r1',
		retryAfterSeconds: 12,
	})
})

test('an error not from our API still has its status and request ID', async () => {
	serverAnswering(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r2' } }))
	expect(await failureOf(callApi('/api/orders'))).toMatchObject({
		kind: 'refused',
		status: 502,
		code: 'unexpected_failure',
		requestId: 'r2',
	})
})

test.each<[string, () => Response | Promise<Response>]>([
	['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
	['a success that is not JSON', () => new Response('<html>')],
])('%s counts as unreachable', async (_case, answer) => {
	serverAnswering(answer)
	expect(await failureOf(callApi('/api/orders'))).toEqual({ kind: 'unreachable' })
})

const owed = () => Response.json({ error: { code: 'insufficient_aal', message: 'First', requestId: 'r' } }, { status: 403 })

test('calls that need the second factor share one prompt and are retried after it', async () => {
	let isShown = false
	const asked = serverAnswering(() => (isShown ? Response.json([]) : owed()))
	const leave = secondFactorPrompt.hold(() => {})
	const calls = Promise.all([callApi('/api/orders'), callApi('/api/downloads')])
	await vi.waitFor(() => expect([secondFactorPrompt.isAsked(), asked.length]).toEqual([true, 2]))
	isShown = true
	secondFactorPrompt.answer(true)
	expect(await calls).toEqual([[], []])
	leave()
})

test('after Cancel automatic calls are refused, and a click asks again', async () => {
	serverAnswering(owed)
	const leave = secondFactorPrompt.hold(() => {})
	const first = failureOf(callApi('/api/orders'))
	await vi.waitFor(() => expect(secondFactorPrompt.isAsked()).toBe(true))
	secondFactorPrompt.answer(false)
	expect(await first).toMatchObject({ code: 'insufficient_aal' })

	vi.stubGlobal('navigator', { userActivation: { isActive: false } })
	expect(await failureOf(callApi('/api/orders'))).toMatchObject({ code: 'insufficient_aal' })
	vi.stubGlobal('navigator', { userActivation: { isActive: true } })
	const again = failureOf(callApi('/api/orders'))
	await vi.waitFor(() => expect(secondFactorPrompt.isAsked()).toBe(true))
	leave()
	expect(await again).toMatchObject({ code: 'insufficient_aal' })
})

test('a quiet call, or one without the dialog on the page, is refused without a prompt', async () => {
	serverAnswering(owed)
	expect(await failureOf(callApi('/api/orders'))).toMatchObject({ code: 'insufficient_aal' })
	const leave = secondFactorPrompt.hold(() => {})
	expect(await failureOf(callApi('/api/orders', { isQuiet: true }))).toMatchObject({ code: 'insufficient_aal' })
	expect(secondFactorPrompt.isAsked()).toBe(false)
	leave()
})

test('keepalive is used only while all such bodies together fit into 64 KiB', async () => {
	const answers: ((response: Response) => void)[] = []
	const asked = serverAnswering(() => new Promise((resolve) => answers.push(resolve)))
	// Each character takes two bytes.
	const calls = [20_000, 20_000, 6000].map((letters) =>
		callApi('/api/notes/merge', { body: { text: 'é'.repeat(letters) }, keepalive: true }),
	)
	await vi.waitFor(() => expect(asked).toHaveLength(3))
	expect(asked.map(({ init }) => init.keepalive)).toEqual([true, false, true])
	for (const answer of answers) answer(Response.json({}))
	await Promise.all(calls)
	const later = callApi('/api/notes/merge', { body: { text: 'é'.repeat(30_000) }, keepalive: true })
	await vi.waitFor(() => expect(asked).toHaveLength(4))
	expect(asked[3]?.init.keepalive).toBe(true)
	answers[3]?.(Response.json({}))
	await later
})
