import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type Deps, systemContext } from '#server/services/context.ts'
import { deliverMessage } from '#server/services/messaging/outbox/deliver-message.ts'
import { payCourse } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'

import { DAY_MS, HOUR_MS } from './pledge-world.ts'
import { linkOf, openReminders, REMINDS, STEP } from './reminder-world.ts'

test('each evening gets one reminder an hour before, with the next step; none after a refund', async () => {
	const { deps, learner, keep, pass, holdPassedCheck, waitFor } = await openReminders()
	await payCourse(deps, learner)
	const { pledge } = await keep(REMINDS)
	expect(new Date(pledge!.nextReminderAt!).getTime() - deps.now().getTime()).toBe(6.5 * HOUR_MS)
	expect(await pass(6.5 * HOUR_MS - 1)).toEqual([])
	const [monday] = await pass(1)
	expect(monday).toMatchObject({ subject: 'Tonight at 7:30 PM: Introduction & Orientation', status: 'sent', to: learner.email })
	expect(monday?.body).toContain('http://localhost:3000/course/module1?section=introduction-orientation')
	expect(monday?.body).toContain('This week: 0 of 2 checks passed.')
	expect(await pass(STEP)).toHaveLength(1)
	expect(await pass(HOUR_MS)).toHaveLength(1)

	await waitFor(0)
	await holdPassedCheck('introduction-orientation')
	expect(await pass(2 * DAY_MS - HOUR_MS - STEP - 1)).toHaveLength(1)
	const [, wednesday] = await pass(1)
	expect(wednesday?.subject).toBe('Tonight at 7:30 PM: Digital Economy Overview')
	expect(wednesday?.body).toContain('This week: 1 of 2 checks passed.')

	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await pass(7 * DAY_MS)).toHaveLength(2)
	expect(await pass(7 * DAY_MS)).toHaveLength(2)
	const held = await deps.db.selectFrom('pledges').select(['reminds', 'remind_at', 'reminders_ended']).execute()
	expect(held).toEqual([{ reminds: false, remind_at: null, reminders_ended: 'access-ended' }])
})

test('a failing reminder doesn’t stop the others', async () => {
	const { deps, learner, keep, pass } = await openReminders()
	await payCourse(deps, learner)
	await keep(REMINDS)
	const other = await makeLearner(deps)
	await payCourse(deps, other)
	await sql`insert into pledges (user_id, evenings, minute_of_day, zone, weekly_goal, since, reminds, remind_at, changed_at)
		select ${other.userId}::uuid, evenings, minute_of_day, 'Mars/Olympus', weekly_goal, since, reminds, remind_at - interval '1 hour', changed_at
		from pledges where user_id = ${learner.userId}`.execute(deps.db)
	expect((await pass(6.5 * HOUR_MS)).map(({ to }) => to)).toEqual([learner.email])
})

const asks = (kind: 'erase' | 'export', answered: boolean) => (deps: Deps, userId: string) =>
	deps.db
		.insertInto('privacy_requests')
		.values({
			user_id: userId,
			kind,
			asked_at: deps.now(),
			due_at: deps.now(),
			erases_at: kind === 'erase' ? deps.now() : null,
			...(answered && { answered_at: deps.now(), outcome: 'canceled' }),
		})
		.execute()
const isBanned = (hours: number) => (deps: Deps, userId: string) =>
	deps.db
		.updateTable('auth.users')
		.set({ banned_until: new Date(deps.now().getTime() + hours * HOUR_MS) })
		.where('id', '=', userId)
		.execute()

test.each([
	{ what: 'is waiting for the deletion of the account', change: asks('erase', false), sent: 0 },
	{ what: 'canceled the deletion', change: asks('erase', true), sent: 1 },
	{ what: 'is waiting for a copy of the data', change: asks('export', false), sent: 1 },
	{ what: 'is banned', change: isBanned(24), sent: 0 },
	{ what: 'was banned until an hour ago', change: isBanned(5.5), sent: 1 },
])('a learner who $what gets $sent reminders', async ({ change, sent }) => {
	const { deps, learner, keep, pass } = await openReminders()
	await payCourse(deps, learner)
	await keep(REMINDS)
	await change(deps, learner.userId)
	expect(await pass(6.5 * HOUR_MS)).toHaveLength(sent)
})

test('without reminders none are sent, and two parallel runs write only one', async () => {
	const { deps, clock, learner, keep, pass, mails } = await openReminders()
	await payCourse(deps, learner)
	await keep()
	// The server was down when reminders were due, and starts only after the evening: it sends none.
	expect(await pass(6.5 * HOUR_MS)).toEqual([])
	expect(await pass(2 * DAY_MS)).toEqual([])
	const other = await openReminders()
	await other.keep(REMINDS)
	other.clock.advance(6.5 * HOUR_MS)
	const ctx = systemContext(other.deps, 'test')
	const runs = await Promise.all(
		Array.from({ length: 4 }, () => Promise.all(other.deps.plugins.map((plugin) => plugin.workWhenDue?.(ctx)))),
	)
	expect(runs.flat().reduce((sum, done) => sum + (done?.['pledgeReminders'] ?? 0), 0)).toBe(1)
	expect([(await other.mails()).length, await mails(), clock.now() > deps.now()]).toEqual([1, [], false])
})

test('an interrupted run leaves neither mail nor next time, and the next run completes both', async () => {
	const { deps, clock, keep, mails, pass } = await openReminders()
	await keep(REMINDS)
	clock.advance(6.5 * HOUR_MS)
	const broken = { ...systemContext(deps, 'test'), jobs: { ...deps.jobs, enqueue: () => Promise.reject(new Error('killed')) } }
	const run = async () => {
		for (const plugin of deps.plugins) await plugin.workWhenDue?.(broken)
	}
	await expect(run()).rejects.toThrow('killed')
	expect(await mails()).toEqual([])
	expect(await pass(0)).toHaveLength(1)
})

test('a server that was down over an evening reminds of the next one', async () => {
	const { keep, pass } = await openReminders()
	await keep(REMINDS)
	expect(await pass(7.5 * HOUR_MS)).toEqual([])
	expect((await pass(2 * DAY_MS - HOUR_MS))[0]?.status).toBe('sent')
})

test('a reminder requested or moved after its time is for the next evening', async () => {
	const { deps, clock, keep, pass, waitFor } = await openReminders()
	await waitFor(7 * HOUR_MS)
	const { pledge } = await keep(REMINDS)
	expect(new Date(pledge!.nextReminderAt!).getTime() - clock.now().getTime()).toBe(2 * DAY_MS - HOUR_MS / 2)
	await keep({ ...REMINDS, time: '20:45' })
	expect(await pass(HOUR_MS)).toHaveLength(1)
	await waitFor(0)
	await keep({ ...REMINDS, time: '21:45' })
	expect(await pass(HOUR_MS)).toHaveLength(1)
	expect(deps.now()).toEqual(clock.now())
})

test('the link stops reminders with one click, our page asks first, and a wrong link does nothing', async () => {
	const { deps, keep, pass, oneClick, show, waitFor } = await openReminders()
	await keep(REMINDS)
	const [mail] = await pass(6.5 * HOUR_MS)
	const url = linkOf(mail)
	expect([mail?.headers['List-Unsubscribe-Post'], mail?.body.includes(url)]).toEqual(['List-Unsubscribe=One-Click', true])
	const id = new URL(url).searchParams.get('token')!.split('.')[0]!
	for (const token of [
		'',
		'x',
		id,
		`${id}.`,
		`${id}.${'A'.repeat(43)}`,
		'A'.repeat(10_000),
		`${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.x`,
	])
		expect((await oneClick(`http://localhost:3000/pledge/stop?token=${encodeURIComponent(token)}`)).status).toBe(404)
	await waitFor(0)
	expect((await show()).pledge?.reminds).toBe(true)
	for (let click = 0; click < 2; click += 1)
		expect([(await oneClick(url)).status, await pass(7 * DAY_MS)]).toMatchObject([200, { length: 1 }])
	await waitFor(0)
	expect((await show()).pledge).toMatchObject({ reminds: false, remindersEnded: 'unsubscribed', nextReminderAt: null })
	const byPage = await oneClick(url, '')
	expect([byPage.status, byPage.headers.get('location')]).toEqual([303, '/pledge/stopped'])
	expect((await oneClick(`${url}x`, '')).headers.get('location')).toBe('/pledge/expired')
	expect((await keep(REMINDS)).pledge).toMatchObject({ reminds: true, remindersEnded: null })
	expect(deps.plugins.length).toBeGreaterThan(1)
})

test('the conditions are checked again before a reminder is sent', async () => {
	const world = await openReminders()
	const { deps, clock, keep, mails, learner } = world
	const ctx = systemContext(deps, 'test')
	await payCourse(deps, learner)
	/** Queues a reminder, runs `happen`, and then delivers the reminder. */
	async function sendAfter(happen: () => unknown) {
		await deps.db.deleteFrom('outbox_messages').execute()
		await world.waitFor(0)
		await keep(REMINDS)
		clock.advance(Date.parse((await world.show()).pledge!.nextReminderAt!) - clock.now().getTime())
		for (const plugin of deps.plugins) await plugin.workWhenDue?.(ctx)
		const [mail] = await mails()
		await world.waitFor(0)
		await happen()
		await deliverMessage(ctx, { messageId: mail!.id })
		return (await mails())[0]
	}
	const entitlement = (state: 'active' | 'suspended' | 'revoked') => deps.db.updateTable('entitlements').set({ state }).execute()
	const held = { status: 'suppressed' }
	expect(await sendAfter(() => world.show())).toMatchObject({ status: 'sent' })
	expect(await sendAfter(() => world.oneClick('http://localhost:3000/pledge/stop?token=x'))).toMatchObject({ status: 'sent' })
	expect(await sendAfter(() => keep())).toMatchObject({ ...held, why: 'reminder-not-wanted' })
	expect(await sendAfter(() => world.ask('DELETE'))).toMatchObject({ ...held, why: 'reminder-not-wanted' })
	expect(await sendAfter(() => keep({ ...REMINDS, evenings: ['FR'] }))).toMatchObject({ ...held, why: 'evening-not-planned' })
	expect(await sendAfter(async () => clock.advance(HOUR_MS))).toMatchObject({ ...held, why: 'evening-begun' })
	expect(await sendAfter(() => entitlement('suspended'))).toMatchObject({ ...held, why: 'reminder-not-due' })
	await entitlement('active')
	expect(await sendAfter(() => entitlement('revoked'))).toMatchObject({ ...held, why: 'reminder-not-due' })
	await entitlement('active')
	const email = 'new@example.com'
	expect(await sendAfter(() => deps.db.updateTable('auth.users').set({ email }).where('id', '=', learner.userId).execute())).toMatchObject({
		...held,
		why: 'reminder-not-due',
	})
})

test('a learner who finished the course or has no verified address gets no reminders', async () => {
	const { deps, holdWholeCourse, keep, pass, ask, waitFor } = await openReminders()
	await keep(REMINDS)
	await holdWholeCourse()
	expect(await pass(6.5 * HOUR_MS)).toEqual([])
	await waitFor(0)
	expect((await keep(REMINDS)).pledge).toMatchObject({ reminds: false, remindersEnded: 'course-done' })
	await deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).execute()
	const refused = await ask('PUT', { evenings: ['MO'], time: '19:30', zone: 'UTC', weeklyGoal: 1, reminds: true, remindsShown: false })
	expect([refused.status, await refused.json()]).toMatchObject([422, { error: { code: 'email_not_confirmed' } }])
})
