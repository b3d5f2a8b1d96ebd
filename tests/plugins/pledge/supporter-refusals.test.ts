import { expect, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'

import { BEN, openSupport } from './supporter-world.ts'

test.each([
	['no address', { email: 'ben' }],
	['a list', { email: 'a@example.com,b@example.com' }],
	['a header', { email: 'a@example.com\r\nBcc: b@example.com' }],
	['100,000 characters', { email: `${'x'.repeat(100_000)}@example.com` }],
	['words next to it', { email: BEN, message: 'Buy now' }],
	['another type', { email: [BEN] }],
	['nothing', {}],
])('%s is refused', async (_what, body) => {
	const { keep, ask, outcome, supporter } = await openSupport()
	await keep()
	expect(await outcome(await ask('PUT', body, { path: '/supporter' }))).toBe('400 validation_failed')
	expect((await supporter()).named).toBeNull()
})

test('a learner can’t name herself, needs a pledge and a verified address, and can’t reach another’s supporter', async () => {
	const { deps, keep, name, outcome, learner, ask, supporter, show, app } = await openSupport()
	expect(await outcome(await name(BEN))).toBe('404 pledge_not_found')
	await keep()
	expect(await outcome(await name(learner.email.toUpperCase()))).toBe('400 validation_failed')
	expect(await outcome(await name(BEN))).toBe('named')
	const other = await makeLearner(deps)
	expect((await show(other.headers)).pledge).toBeNull()
	await ask('DELETE', undefined, { path: '/supporter', headers: other.headers })
	expect((await supporter()).named?.email).toBe(BEN)
	expect((await app.request('/api/pledge/supporter', { method: 'PUT' })).status).toBe(401)
	await ask('DELETE', undefined, { path: '/supporter' })
	await deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', learner.userId).execute()
	expect(await outcome(await name(BEN))).toBe('422 email_not_confirmed')
})
