// asvs V4.1.3 V13.4.2 V15.2.3
import { expect, test } from 'vitest'

import { SITE, someAddress, startWire, type Wire } from './test-client.ts'

const TOKEN = 'a-token-that-the-start-has-printed'
const PATHS = ['/dev/outbox', '/dev/outbox.json', '/dev/mail', '/sandbox/payments', '/sandbox/checkout/cs_test_x']

const inside = { env: { SANDBOX_TOKEN: TOKEN } }
const production = { env: { SANDBOX_TOKEN: TOKEN, NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: 'https://academy.example.org' } }
const statuses = (wire: Wire, headers: Record<string, string> = {}, origin = SITE) =>
	Promise.all(PATHS.map(async (path) => (await wire.ask(new Request(origin + path, { headers }))).status))
const OPEN = [200, 200, 200, 200, 404]
const CLOSED = [403, 403, 403, 403, 403]

test.each([
	'X-Forwarded-For',
	'X-Forwarded-Host',
	'X-Forwarded-Proto',
	'Forwarded',
	'Via',
	'X-Real-IP',
	'CF-Connecting-IP',
	'True-Client-IP',
	'X-Client-IP',
])('requests through a proxy (%s) can’t see the sandbox in development or production', async (header) => {
	for (const setting of [inside, production]) {
		const wire = await startWire(setting)
		expect(await statuses(wire)).toEqual(OPEN)
		expect(await statuses(wire, { [header]: '127.0.0.1' })).toEqual(CLOSED)
	}
})

test('a rebound host name and another machine can’t see the sandbox', async () => {
	const wire = await startWire(inside)
	expect(await statuses(wire, {}, 'http://rebound.example:3000')).toEqual(CLOSED)
	expect(await statuses(wire, {}, 'http://127.0.0.1.rebound.example')).toEqual(CLOSED)
	for (const remoteAddress of ['203.0.113.7', '10.0.0.2', '::ffff:10.0.0.2']) {
		const answer = await wire.app.request(`${SITE}/dev/outbox.json`, {}, { incoming: { socket: { remoteAddress } } })
		expect(answer.status).toBe(403)
	}
	for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
		const answer = await wire.app.request(`${SITE}/dev/outbox.json`, {}, { incoming: { socket: { remoteAddress } } })
		expect(answer.status).toBe(200)
	}
})

test('the sandbox token works in the URL, then in an HttpOnly cookie, or in a header', async () => {
	const wire = await startWire(production)
	const via = { 'x-forwarded-for': '203.0.113.7' }
	const first = await wire.request(`/dev/outbox?to=a%40example.com&token=${TOKEN}`, { headers: via })
	expect([first.status, first.headers.get('location')]).toEqual([303, '/dev/outbox?to=a%40example.com'])
	const cookie = first.headers.get('set-cookie') ?? ''
	expect(cookie).toMatch(/^__Host-launchway_sandbox_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
	expect(await statuses(wire, { ...via, cookie: cookie.split(';')[0] ?? '' })).toEqual(OPEN)
	expect(await statuses(wire, { ...via, 'x-sandbox-token': TOKEN })).toEqual(OPEN)

	for (const wrong of [`${TOKEN}x`, '', TOKEN.toUpperCase()]) {
		expect(await statuses(wire, { ...via, 'x-sandbox-token': wrong })).toEqual(CLOSED)
		expect(await statuses(wire, { ...via, cookie: `__Host-launchway_sandbox_token=${wrong}` })).toEqual(CLOSED)
		expect((await wire.request(`/dev/outbox?token=${wrong}`, { headers: via })).status).toBe(403)
	}
})

test('requests through a proxy get the normal rate limits, in development as well', async () => {
	const wire = await startWire()
	const tries = async (headers: Record<string, string>) => {
		const seen: number[] = []
		for (let count = 1; count <= 31; count += 1)
			seen.push((await wire.post('/verify', { type: 'email', email: someAddress(), token: '000000' }, headers)).status)
		return seen.filter((status) => status === 429).length
	}
	expect(await tries({})).toBe(0)
	// Attempts from this machine count a thousandth each. Behind an unknown proxy, all attempts share the limit.
	expect(await tries({ 'x-forwarded-for': '203.0.113.7' })).toBe(2)
})
