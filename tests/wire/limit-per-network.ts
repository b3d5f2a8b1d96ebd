import { expect } from 'vitest'

import { startWire } from './test-client.ts'

/** Expects a variable set to two requests to limit an endpoint per network. */
export async function expectLimit(variable: string, method: string, path: string, body: object): Promise<void> {
	const wire = await startWire({ env: { [variable]: '2', TRUSTED_PROXY_HOPS: '1' } })
	const ask = (from: string) =>
		wire.request(`/auth/v1${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
			body: JSON.stringify(body),
		})
	for (const _each of [1, 2]) expect((await ask('203.0.113.7')).status).not.toBe(429)
	const third = await ask('203.0.113.7')
	expect([third.status, third.headers.get('x-sb-error-code')]).toEqual([429, 'over_request_rate_limit'])
	expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
	expect((await ask('198.51.100.7')).status).not.toBe(429)
}
