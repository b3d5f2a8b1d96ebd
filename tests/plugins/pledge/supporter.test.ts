import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { PledgeResponse } from '#contracts/pledge.ts'
import { MAX_INVITATIONS_FROM_ACCOUNT, MAX_INVITATIONS_TO_ADDRESS } from '#domain/pledge/supporter.ts'
import { systemContext } from '#server/services/context.ts'
import { erasePerson } from '#server/services/people/privacy/erase-due-accounts.ts'
import { scheduleErasure } from '#server/services/people/privacy/erasures.ts'
import { payCourse } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'

import { DAY_MS, HOUR_MS, PLEDGE_INPUT } from './pledge-world.ts'
import { linkOf } from './reminder-world.ts'
import { BEN, openSupport, WEEK_MS } from './supporter-world.ts'

test('with both agreeing, the supporter gets one line each Monday at noon until ending it with one click', async () => {
	const { keep, name, supporterMails, linkIn, press, go, supporter, study, oneClick, deps, learner } = await openSupport()
	await payCourse(deps, learner)
	await keep()
	const named = (await (await name(' Ben@Example.com ')).json()) as PledgeResponse
	expect(named.pledge?.supporter).toMatchObject({ email: BEN, agreedAt: null, nextLineAt: null })
	const [asked] = await supporterMails()
	expect(asked).toMatchObject({ kind: 'ask', status: 'sent', headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } })
	expect(asked?.body).toContain('Ana Test is taking the course')
	await go(WEEK_MS)
	expect(await supporterMails()).toHaveLength(1)

	// The supporter agreed on a Monday at noon, so the first email comes the next Monday.
	expect(await press(linkIn(asked?.body, 'support'))).toBe('/pledge/supporting')
	expect(await press(linkIn(asked?.body, 'support'))).toBe('/pledge/supporting')
	expect((await supporter()).named?.nextLineAt).toBe(new Date(deps.now().getTime() + WEEK_MS).toISOString())
	await study()
	await go(DAY_MS)
	await study()
	await go(WEEK_MS - DAY_MS - 1)
	expect(await supporterMails()).toHaveLength(1)
	await go(1)
	const [, line] = await supporterMails()
	expect(line).toMatchObject({ kind: 'line', status: 'sent', subject: '1 of 2 evenings kept last week' })
	expect(line?.body).toContain('Last week Ana Test planned 2 evenings for the course and kept 1 of them.')
	await go(300_000)
	expect(await supporterMails()).toHaveLength(2)
	await go(WEEK_MS)
	expect((await supporterMails())[2]?.body).toContain('planned 2 evenings for the course and kept none of them')

	for (let click = 0; click < 2; click += 1) expect((await oneClick(linkOf(line))).status).toBe(200)
	expect(await supporter()).toEqual({ named: null, ended: 'stopped' })
	await go(2 * WEEK_MS)
	expect(await supporterMails()).toHaveLength(3)
	expect(await press(linkIn(asked?.body, 'support'))).toBe('/pledge/expired')
})

test('each link works only for its own purpose', async () => {
	const { keep, name, supporterMails, press, supporter, pass } = await openSupport()
	await keep({ reminds: true })
	await name(BEN)
	const token = new URL(linkOf((await supporterMails())[0])).search
	const reminder = new URL(linkOf((await pass(6.5 * HOUR_MS))[0])).search
	for (const [step, search] of [
		['support', token],
		['stop', token],
		['support', reminder],
		['unsupport', reminder],
		['unsupport', `${token}x`],
		['unsupport', ''],
	] as const)
		expect([step, await press(`http://localhost:3000/pledge/${step}${search}`)]).toEqual([step, '/pledge/expired'])
	expect((await supporter()).named).toMatchObject({ email: BEN, agreedAt: null })
	expect(await press(`http://localhost:3000/pledge/unsupport${token}`)).toBe('/pledge/unsupported')
	expect(await supporter()).toEqual({ named: null, ended: 'declined' })
})

test('an address that declined isn’t asked again, one asked too often not now, and the answer reveals neither', async () => {
	const { deps, clock, app, keep, name, outcome, ask, supporterMails, press, supporter } = await openSupport()
	await keep()
	expect(await outcome(await name(BEN))).toBe('named')
	expect(await outcome(await name('other@example.com'))).toBe('409 supporter_exists')
	await press(linkOf((await supporterMails())[0]))
	expect(await outcome(await name(BEN))).toBe('named')
	expect([(await supporter()).named?.email, (await supporterMails()).length]).toEqual([BEN, 1])
	await ask('DELETE', undefined, { path: '/supporter' })
	expect(await outcome(await name('cy@example.com'))).toBe('named')
	await ask('DELETE', undefined, { path: '/supporter' })
	// The account has used up its requests; ending the pledge doesn't reset the limit.
	const refused = await name('dee@example.com')
	expect([refused.status, Number(refused.headers.get('retry-after')) > 29 * 86_400]).toEqual([429, true])
	await ask('DELETE')
	await keep()
	expect(await outcome(await name('dee@example.com'))).toBe('429 supporter_too_often')
	expect(MAX_INVITATIONS_FROM_ACCOUNT).toBe(3)

	const asked = async (email = 'eve@example.com') => {
		const other = await makeLearner(deps)
		await app.request('/api/pledge', {
			method: 'PUT',
			headers: { ...other.headers, 'content-type': 'application/json' },
			body: JSON.stringify(PLEDGE_INPUT),
		})
		expect(await outcome(await name(email, other))).toBe('named')
	}
	for (let count = 0; count < MAX_INVITATIONS_TO_ADDRESS + 1; count += 1) await asked()
	expect(await supporterMails('eve@example.com')).toHaveLength(MAX_INVITATIONS_TO_ADDRESS)
	clock.advance(30 * DAY_MS)
	await runTimedJob(deps, 'delete-expired')
	await asked()
	expect(await supporterMails('eve@example.com')).toHaveLength(MAX_INVITATIONS_TO_ADDRESS + 1)
	// A refusal is remembered beyond 30 days: the response is the same, and no email is sent.
	await asked(BEN)
	expect(await supporterMails()).toHaveLength(1)
	expect(await deps.db.selectFrom('supporter_requests').select('refused_at').where('refused_at', 'is not', null).execute()).toHaveLength(1)
})

test('an unanswered request expires after fourteen days', async () => {
	const { deps, keep, name, supporterMails, linkIn, press, supporter, clock } = await openSupport()
	await keep()
	await name(BEN)
	clock.advance(14 * DAY_MS - 1)
	await runTimedJob(deps, 'delete-expired')
	expect((await supporter()).named?.email).toBe(BEN)
	clock.advance(1)
	const [asked] = await supporterMails()
	expect(await press(linkIn(asked?.body, 'support'))).toBe('/pledge/expired')
	await runTimedJob(deps, 'delete-expired')
	expect(await supporter()).toEqual({ named: null, ended: 'no-answer' })
	expect(await press(linkIn(asked?.body, 'unsupport'))).toBe('/pledge/unsupported')
})

test('support mails end with the course or access, and pause during a dispute, ban or pending deletion', async () => {
	const { deps, learner, agree, go, supporter, supporterMails, clock } = await openSupport()
	await payCourse(deps, learner)
	await agree()
	const mails = async () => (await supporterMails()).length
	const entitlement = (state: 'active' | 'suspended' | 'revoked') => deps.db.updateTable('entitlements').set({ state }).execute()
	await entitlement('suspended')
	await go(WEEK_MS)
	expect(await mails()).toBe(1)
	await entitlement('active')
	const banned = (until: Date | null) =>
		deps.db.updateTable('auth.users').set({ banned_until: until }).where('id', '=', learner.userId).execute()
	await banned(new Date(clock.now().getTime() + 2 * WEEK_MS))
	await go(WEEK_MS)
	expect(await mails()).toBe(1)
	await banned(null)
	await go(WEEK_MS)
	expect(await mails()).toBe(2)
	await scheduleErasure(systemContext(deps, 'test'), learner.userId, 'owner')
	await go(WEEK_MS)
	expect(await mails()).toBe(2)
	await deps.db.deleteFrom('privacy_requests').execute()
	await entitlement('revoked')
	await go(WEEK_MS)
	expect([await mails(), await supporter()]).toEqual([2, { named: null, ended: 'access-ended' }])

	const other = await openSupport()
	await other.agree()
	await other.holdWholeCourse()
	await other.go(WEEK_MS)
	expect([(await other.supporterMails()).length, await other.supporter()]).toEqual([1, { named: null, ended: 'course-done' }])
	expect([await other.outcome(await other.name('cy@example.com'))]).toEqual(['409 supporter_nothing_to_tell'])
})

test('the conditions are checked again before sending, and a suppressed address gets nothing', async () => {
	const { deps, clock, keep, name, ask, agree, supporterMails, oneClick } = await openSupport()
	await keep()
	await name(BEN)
	await ask('DELETE', undefined, { path: '/supporter' })
	expect(await supporterMails()).toMatchObject([{ status: 'suppressed', last_error: 'supporter-not-wanted' }])
	const { endUrl } = await agree()
	clock.advance(WEEK_MS)
	for (const plugin of deps.plugins) await plugin.workWhenDue?.(systemContext(deps, 'test'))
	await oneClick(endUrl)
	expect((await supporterMails()).at(-1)).toMatchObject({ kind: 'line', status: 'suppressed', last_error: 'supporter-not-wanted' })
})

test('after two days of downtime the line is skipped, and a clock once ahead doesn’t silence it for a year', async () => {
	const { agree, go, supporterMails, logLines } = await openSupport()
	await agree()
	await go(WEEK_MS + 2 * DAY_MS)
	expect(await supporterMails()).toHaveLength(1)
	expect(logLines.filter((line) => line.includes('weekly updates to supporters came too late'))).toHaveLength(1)
	await go(365 * DAY_MS)
	await go(-365 * DAY_MS)
	await go(5 * DAY_MS)
	expect(await supporterMails()).toHaveLength(2)
})

test('a name that contains more than a name isn’t put into the mail', async () => {
	const { deps, learner, keep, name, supporterMails } = await openSupport()
	const metadata = JSON.stringify({ name: 'Win money at https://evil.example <b>now</b> or else' })
	await deps.db.updateTable('auth.users').set({ raw_user_meta_data: metadata }).where('id', '=', learner.userId).execute()
	await keep()
	await name(BEN)
	const [asked] = await supporterMails()
	expect([asked?.body.includes('evil'), asked?.body.includes('Win money at is taking')]).toEqual([false, true])
})

test('the supporter’s data is deleted with the supporter and with the learner, including mails', async () => {
	const { deps, agree, supporter } = await openSupport()
	const erase = (person: { userId: string | null; emails: string[] }) =>
		deps.db.transaction().execute((tx) => erasePerson(tx, { ...person, phones: [] }, deps))
	const holds = async (word: string) => {
		const { rows } = await sql<{ hits: number }>`
			select (select count(*) from pledge_supporters s where s::text ilike ${`%${word}%`})::int
				+ (select count(*) from outbox_messages o where o::text ilike ${`%${word}%`})::int as hits`.execute(deps.db)
		return rows[0]?.hits
	}
	await agree()
	await erase({ userId: null, emails: [BEN] })
	expect([await holds(BEN), (await supporter()).named]).toEqual([0, null])
	const other = await openSupport()
	await other.agree()
	await other.go(WEEK_MS)
	await other.deps.db
		.transaction()
		.execute((tx) => erasePerson(tx, { userId: other.learner.userId, emails: [other.learner.email], phones: [] }, other.deps))
	expect([await other.supporterMails(), await other.deps.db.selectFrom('supporter_requests').select('user_id').execute()]).toEqual([
		[],
		[{ user_id: null }],
	])
})
