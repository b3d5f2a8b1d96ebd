import { expect, test } from 'vitest'

import { SITE, startWire } from '#tests/wire/test-client.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
	['an expired state', '?code=1&state=unknown', 'bad_oauth_state'],
	['no state', '?code=1', 'bad_oauth_callback'],
	['two states', '?code=1&state=a&state=b', 'bad_oauth_callback'],
])('a browser returning with %s sees an error on our page, a client gets an error code', async (_case, query, code) => {
	const wire = await startWire()
	const person = await wire.request(`/auth/v1/callback${query}`, { headers: BROWSER, redirect: 'manual' })
	const page = new URL(person.headers.get('location') ?? '')
	expect([person.status, page.origin, page.pathname, page.searchParams.get('error_code')]).toEqual([303, SITE, '/auth/callback', code])
	const program = await wire.request(`/auth/v1/callback${query}`, { redirect: 'manual' })
	expect([program.status, program.headers.get('x-sb-error-code')]).toEqual([400, code])
})
