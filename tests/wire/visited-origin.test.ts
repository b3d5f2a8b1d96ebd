import { expect, test } from 'vitest'

import { SITE, someAddress, startWire, type Wire } from './test-client.ts'

/** Requests a code and opens a checkout on an origin. @returns where the email's link, the checkout and its return link lead */
async function waysBack(wire: Wire, host: string, more: Record<string, string> = {}) {
	const email = someAddress()
	const headers = { host, 'content-type': 'application/json', ...more }
	const ask = (path: string, body: object) =>
		wire.ask(new Request(`http://${host}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
	await ask('/auth/v1/otp', { email })
	const answer = await ask('/functions/v1/create-payment', { productName: 'Digital Income Mastery - Lifetime Access' })
	const { url } = (await answer.json()) as { url: string }
	const { body } = await wire.deps.db
		.selectFrom('sandbox_stripe.objects')
		.select('body')
		.where('id', '=', url.split('/').at(-1) ?? '')
		.executeTakeFirstOrThrow()
	const { success_url: success } = body as { success_url: string }
	return [(await wire.lastMail(email)).link, url, success].map((address) => new URL(address).origin)
}

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://shop.localhost:3000', SITE])(
	'links lead a visitor of %s on this machine back to that address',
	async (origin) => {
		expect(await waysBack(await startWire(), new URL(origin).host)).toEqual([origin, origin, origin])
	},
)

test.each([
	['evil.example:3000', {}],
	['127.0.0.1:4000', {}],
	['127.0.0.1.evil.example:3000', {}],
	['192.168.1.7:3000', {}],
	['127.0.0.1:3000', { 'x-forwarded-for': '203.0.113.7' }],
	['localhost:3000', { 'x-forwarded-host': 'evil.example' }],
])('links ignore an unconfigured host (%s %o)', async (host, headers) => {
	expect(await waysBack(await startWire(), host, headers)).toEqual([SITE, SITE, SITE])
})

test('links use the site addresses configured by the operator, and no others', async () => {
	const env = {
		NODE_ENV: 'production',
		SANDBOX: '1',
		GOTRUE_SITE_URL: 'https://academy.example.org',
		SITE_ORIGINS: 'https://www.academy.example.org, http://10.0.0.7:3000',
	}
	const wire = await startWire({ env })
	const named = (origin: string) => [origin, origin, origin]
	expect(await waysBack(wire, 'www.academy.example.org')).toEqual(named('https://www.academy.example.org'))
	expect(await waysBack(wire, 'WWW.academy.example.org')).toEqual(named('https://www.academy.example.org'))
	expect(await waysBack(wire, '10.0.0.7:3000')).toEqual(named('http://10.0.0.7:3000'))
	for (const host of ['127.0.0.1:3000', 'localhost:3000', 'other.academy.example.org'])
		expect(await waysBack(wire, host)).toEqual(named('https://academy.example.org'))
})

test('a local alias redirects to the site’s address, unless the operator configured it', async () => {
	const open = async (wire: Wire, origin: string, path: string) => {
		const headers = { host: new URL(origin).host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
		const answer = await wire.ask(new Request(origin + path, { headers }))
		return answer.headers.get('location')
	}
	const wire = await startWire()
	expect(await open(wire, 'http://127.0.0.1:3000', '/dev/outbox?to=a%40b.example')).toBe(`${SITE}/dev/outbox?to=a%40b.example`)
	expect(await open(wire, 'http://[::1]:3000', '/admin')).toBe(`${SITE}/admin`)
	expect(await open(wire, SITE, '/dev/outbox')).toBe(null)
	expect(await open(wire, 'http://192.168.1.7:3000', '/dev/outbox')).toBe(null)
	const named = await startWire({ env: { SITE_ORIGINS: 'http://127.0.0.1:3000' } })
	expect(await open(named, 'http://127.0.0.1:3000', '/dev/outbox')).toBe(null)
})
