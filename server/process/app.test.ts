// asvs V3.2.1 V3.4.3 V3.4.4 V3.4.6 V14.3.2
import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createApp } from './app.ts'

const sitePage = () => new Response('<h1>Page Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })

test.each([
	{ path: '/api/nothing', method: 'GET', body: { error: { code: 'not_found' } } },
	{ path: '/api/nothing', method: 'POST', body: { error: { code: 'not_found' } } },
	{ path: '/api/orders/nothing/at/all', method: 'GET', body: { error: { code: 'not_found' } } },
	{ path: '/auth/v1/nothing', method: 'GET', body: { msg: expect.any(String) } },
	{ path: '/functions/v1/nothing', method: 'POST', body: { error: expect.any(String) } },
])('$method $path is a 404 in its surface’s shape, not a page', async ({ path, method, body }) => {
	const { deps } = await makeTestDeps()
	const response = await createApp(deps, sitePage).request(path, { method })
	expect(response.status).toBe(404)
	expect(await response.json()).toMatchObject(body)
})

test('any other path is answered by the site', async () => {
	const { deps } = await makeTestDeps()
	const response = await createApp(deps, sitePage).request('/no-such-page')
	expect([response.status, await response.text()]).toEqual([404, '<h1>Page Not Found</h1>'])
})

test('every answer has a request ID and the security headers', async () => {
	const { deps } = await makeTestDeps()
	const { headers } = await createApp(deps, sitePage).request('/readyz')
	expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
	expect(headers.get('x-content-type-options')).toBe('nosniff')
	expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
})

test.each(['/api/progress', '/api/planner/weeks', '/api/orders', '/api/sms/state', '/readyz', '/api/nothing', '/functions/v1/verify-code'])(
	'answers of %s are no-store, even errors',
	async (path) => {
		const { deps } = await makeTestDeps()
		expect((await createApp(deps, sitePage).request(path)).headers.get('cache-control')).toBe('no-store')
	},
)
