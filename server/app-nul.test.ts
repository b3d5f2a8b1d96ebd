import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createApp } from './process/app.ts'

const post = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
const NUL = String.raw`\u0000`

// PostgreSQL text can't contain NUL: any input that lets one through would return 500.
test.each([
	['/auth/v1/token?grant_type=password', `{"email":"${NUL}","password":"long enough pass"}`],
	['/auth/v1/signup', `{"email":"nul${NUL}@example.com","password":"long enough pass"}`],
	['/auth/v1/verify', `{"email":"a@example.com","type":"${NUL}","token":"123456"}`],
	['/auth/v1/token?grant_type=pkce', `{"auth_code":"${NUL}","code_verifier":"${NUL}"}`],
	['/functions/v1/create-payment', `{"productName":"Digital Income Mastery - Lifetime Access","email":"nul${NUL}@example.com"}`],
	['/functions/v1/create-payment', `{"productName":"a${NUL}"}`],
	['/functions/v1/create-payment', `{"productName":"Digital Income Mastery - Lifetime Access","couponCode":"a${NUL}"}`],
	['/api/discounts/check', `{"code":"a${NUL}","productName":"Digital Income Mastery - Lifetime Access"}`],
])('%s with %s is refused and stores nothing', async (path, body) => {
	const { deps } = await makeTestDeps()
	const { status } = await createApp(deps).request(path, post(body))
	expect(status).toBeGreaterThanOrEqual(400)
	expect(status).toBeLessThan(500)
	expect(await deps.db.selectFrom('orders').select('id').execute()).toEqual([])
	expect(await deps.db.selectFrom('auth.users').select('id').execute()).toEqual([])
})

test.each([
	'/dev/outbox.json?to=%00',
	'/dev/outbox?to=%00',
	'/api/orders/by-session/%00',
	'/sandbox/checkout/%00',
	'/auth/v1/verify?token=%00&type=%00',
])('%s causes no server error', async (path) => {
	const { deps } = await makeTestDeps()
	expect((await createApp(deps).request(path)).status).toBeLessThan(500)
})
