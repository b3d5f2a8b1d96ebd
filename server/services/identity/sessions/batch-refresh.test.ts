import { expect, test } from 'vitest'

import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

type Answer = { status: number; code?: string; refresh_token?: string }

async function refresh(wire: Wire, refreshToken: string): Promise<Answer> {
	const headers = { 'x-supabase-api-version': '2024-01-01', 'user-agent': `browser of ${refreshToken.slice(-4)}` }
	const response = await wire.post('/token?grant_type=refresh_token', { refresh_token: refreshToken }, headers)
	return { status: response.status, ...((await response.json()) as object) }
}

/** Signs in learners one after another, because each sign-in advances the clock and codes expire. */
async function signInLearners(wire: Wire, count: number) {
	const all = []
	while (all.length < count) all.push(await signedIn(wire))
	return all
}

test('sessions refreshed in one batch each advance by one, with their own audit entry and device', async () => {
	const wire = await startWire()
	const all = await signInLearners(wire, 12)
	const answers = await Promise.all(all.map(({ session }) => refresh(wire, session.refresh_token)))
	expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
	expect(new Set(answers.map(({ refresh_token: token }) => token)).size).toBe(all.length)
	const rows = await wire.deps.db
		.selectFrom('auth.sessions as s')
		.innerJoin('auth.audit_log_entries as a', 'a.user_id', 's.user_id')
		.select(['s.user_id', 's.refresh_counter', 's.user_agent', 'a.user_agent as audited', 'a.outcome'])
		.where('a.action', '=', 'token_refreshed')
		.execute()
	const wanted = all.map(({ user, session }) => {
		const device = `browser of ${session.refresh_token.slice(-4)}`
		return { user_id: user.id, refresh_counter: 1, user_agent: device, audited: device, outcome: 'success' }
	})
	expect(rows).toHaveLength(wanted.length)
	expect(rows).toEqual(expect.arrayContaining(wanted))
	const again = await Promise.all(answers.map(({ refresh_token: token = '' }) => refresh(wire, token)))
	expect(again.map(({ status }) => status)).toEqual(all.map(() => 200))
})

test('a failing refresh doesn’t affect the others of its batch', async () => {
	const wire = await startWire()
	const [good, banned, ended, behind, stolen] = await signInLearners(wire, 5)
	if (!good || !banned || !ended || !behind || !stolen) throw new Error('five learners signed in')
	await refresh(wire, behind.session.refresh_token)
	await refresh(wire, (await refresh(wire, stolen.session.refresh_token)).refresh_token ?? '')
	wire.clock.advance(11_000)
	const until = new Date(wire.clock.now().getTime() + 60_000)
	await wire.deps.db.updateTable('auth.users').set({ banned_until: until }).where('id', '=', banned.user.id).execute()
	await wire.deps.db.deleteFrom('auth.sessions').where('user_id', '=', ended.user.id).execute()
	const answers = await Promise.all([good, banned, ended, behind, stolen].map(({ session }) => refresh(wire, session.refresh_token)))
	expect(answers.map(({ status, code }) => [status, code])).toEqual([
		[200, undefined],
		[400, 'user_banned'],
		[400, 'refresh_token_not_found'],
		[200, undefined],
		[400, 'refresh_token_already_used'],
	])
	const left = await wire.deps.db.selectFrom('auth.sessions').select(['user_id', 'refresh_counter']).execute()
	expect(left.map(({ user_id: id, refresh_counter: counter }) => [id, counter])).toEqual(
		expect.arrayContaining([
			[good.user.id, 1],
			[banned.user.id, 0],
			[behind.user.id, 1],
		]),
	)
	expect(left).toHaveLength(3)
})
