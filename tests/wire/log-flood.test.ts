// regression log-flooding
import { expect, test } from 'vitest'

import { startWire, type Wire } from './test-client.ts'

const CALLS = 60
const network = (call: number) => ({ 'x-forwarded-for': `203.0.${call}.7` })
const form = (path: string, fields: Record<string, string>) => async (wire: Wire, call: number) =>
	wire.request(path, {
		method: 'POST',
		headers: { ...network(call), 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams(fields).toString(),
	})
const letter = { name: 'Ana', email: 'ana@example.test', subject: 'Hello', message: 'A question.' }

test.each([
	{
		what: 'unsigned posts to the payment webhook',
		message: 'webhook refused',
		send: async (wire: Wire, call: number) =>
			wire.request('/webhooks/stripe', { method: 'POST', headers: { ...network(call), 'stripe-signature': 't=1,v1=0' }, body: '{}' }),
	},
	{ what: 'forms filled in by a program', message: 'honeypot filled', send: form('/contact', { ...letter, website: 'https://spam.test' }) },
	{ what: 'contact messages under one address', message: 'email not sent', send: form('/contact', letter) },
	{ what: 'newsletter requests for one address', message: 'newsletter email not sent', send: form('/newsletter', { email: letter.email }) },
])('$what write one log line a minute', async ({ message, send }) => {
	const wire = await startWire({ env: { TRUSTED_PROXY_HOPS: '1' } })
	for (let call = 0; call < CALLS; call += 1) await send(wire, call)
	const written = wire.logLines.map((line) => JSON.parse(line) as { message: string }).filter((line) => line.message === message)
	expect(written).toHaveLength(1)
	expect(wire.logLines.length).toBeLessThan(5)
})
