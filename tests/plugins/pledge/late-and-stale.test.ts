import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { remindLearners } from '#server/plugins/pledge/remind.ts'
import { systemContext } from '#server/services/context.ts'
import { deliverMessage } from '#server/services/messaging/outbox/deliver-message.ts'
import { makeLearner } from '#tests/factories/learner.ts'

import { DAY_MS, HOUR_MS, PLEDGE_INPUT } from './pledge-world.ts'
import { linkOf, openReminders, REMINDS, STEP } from './reminder-world.ts'

test('all due reminders are written in one run of several batches, despite failing ones', async () => {
	const { deps, clock, learner, keep, mails } = await openReminders()
	await keep(REMINDS)
	for (const zone of [null, 'Mars/Olympus', 'Mars/Olympus', null, null]) {
		const other = await makeLearner(deps)
		await sql`insert into pledges (user_id, evenings, minute_of_day, zone, weekly_goal, since, reminds, remind_at, changed_at)
			select ${other.userId}::uuid, evenings, minute_of_day, coalesce(${zone}::text, zone), weekly_goal, since, reminds, remind_at, changed_at
			from pledges where user_id = ${learner.userId}`.execute(deps.db)
	}
	clock.advance(6.5 * HOUR_MS)
	await expect(remindLearners(systemContext(deps, 'test'), { batch: 2 })).rejects.toThrow('Mars/Olympus')
	expect(await mails()).toHaveLength(4)
})

test('no reminder is sent after 9 p.m., however late the evening starts', async () => {
	const { deps, clock, keep, mails, pass, logLines } = await openReminders()
	const ctx = systemContext(deps, 'test')
	await keep({ ...REMINDS, time: '23:00' })
	clock.advance(8.75 * HOUR_MS)
	for (const plugin of deps.plugins) await plugin.workWhenDue?.(ctx)
	const [mail] = await mails()
	clock.advance(HOUR_MS / 4)
	await deliverMessage(ctx, { messageId: mail!.id })
	expect((await mails())[0]).toMatchObject({ status: 'suppressed', why: 'too-late-in-the-evening' })
	clock.advance(2 * DAY_MS - HOUR_MS / 4)
	for (const plugin of deps.plugins) await plugin.workWhenDue?.(ctx)
	clock.advance(HOUR_MS / 4 - 1)
	await deliverMessage(ctx, { messageId: (await mails())[1]!.id })
	expect((await mails())[1]?.status).toBe('sent')
	// A server that was down until nine sends none, and logs that.
	expect(await pass(5 * DAY_MS + 1)).toHaveLength(2)
	expect(logLines.filter((line) => line.includes('reminders came too late'))).toHaveLength(1)
})

test('a server whose clock was briefly a year ahead still reminds of the next evening', async () => {
	const { clock, keep, pass } = await openReminders()
	await keep(REMINDS)
	expect(await pass(365 * DAY_MS)).toEqual([])
	expect(await pass(-365 * DAY_MS)).toEqual([])
	expect(await pass(6.5 * HOUR_MS)).toHaveLength(1)
	expect(clock.advancedMs()).toBeGreaterThan(0)
})

test('the link of an old reminder also stops those of a renewed pledge', async () => {
	const { ask, keep, pass, oneClick, show, waitFor } = await openReminders()
	await keep(REMINDS)
	const url = linkOf((await pass(6.5 * HOUR_MS))[0])
	await waitFor(0)
	await ask('DELETE')
	expect((await oneClick(url)).status).toBe(200)
	await keep(REMINDS)
	expect((await oneClick(url)).status).toBe(200)
	expect((await show()).pledge).toMatchObject({ reminds: false, remindersEnded: 'unsubscribed' })
})

test('a stale form doesn’t turn reminders back on after a mail stopped them', async () => {
	const { ask, keep, pass, oneClick, show, waitFor } = await openReminders()
	await keep(REMINDS)
	const url = linkOf((await pass(6.5 * HOUR_MS))[0])
	expect((await oneClick(url)).status).toBe(200)
	await waitFor(0)
	const stale = { ...PLEDGE_INPUT, ...REMINDS, remindsShown: true, time: '20:00' }
	const refused = await ask('PUT', stale)
	expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'pledge_changed' } }])
	expect((await show()).pledge).toMatchObject({ reminds: false, time: '19:30', remindersEnded: 'unsubscribed' })
	expect((await keep({ ...stale, reminds: false })).pledge).toMatchObject({ reminds: false, time: '20:00' })
	expect((await keep({ ...stale, remindsShown: false })).pledge?.reminds).toBe(true)
	expect((await keep(stale)).pledge?.reminds).toBe(true)
	await ask('DELETE')
	expect((await ask('PUT', stale)).status).toBe(409)
})

test('a banned account gets no reminders until the ban is over', async () => {
	const { deps, clock, learner, keep, pass } = await openReminders()
	await keep(REMINDS)
	const until = new Date(clock.now().getTime() + DAY_MS)
	await deps.db.updateTable('auth.users').set({ banned_until: until }).where('id', '=', learner.userId).execute()
	expect(await pass(6.5 * HOUR_MS)).toEqual([])
	expect(await pass(2 * DAY_MS)).toHaveLength(1)
})

test('exhausting the limit for wrong links doesn’t stop anyone in that network from unsubscribing', async () => {
	const { keep, pass, oneClick, show, waitFor } = await openReminders()
	await keep(REMINDS)
	const url = linkOf((await pass(6.5 * HOUR_MS))[0])
	const wrong = async () => (await oneClick(`${url}x`)).status
	for (let count = 0; count < 120; count += 1) expect(await wrong()).toBe(404)
	expect([await wrong(), (await oneClick(url)).status]).toEqual([429, 200])
	await waitFor(STEP)
	expect((await show()).pledge?.reminds).toBe(false)
})
