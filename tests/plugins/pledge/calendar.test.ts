import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import type { CalendarAddress } from '#contracts/pledge.ts'
import { payCourse } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'

import { DAY_MS, HOUR_MS, openPledgeWorld } from './pledge-world.ts'

async function openCalendar() {
	const world = await openPledgeWorld()
	const make = async () => {
		const { address } = (await (await world.ask('POST', undefined, { path: '/calendar' })).json()) as CalendarAddress
		return new URL(address).pathname
	}
	const get = async (path: string, headers: Record<string, string> = {}) => world.app.request(path, { headers })
	/** Parses events with Mozilla's parser. */
	const events = async (path: string) => {
		const calendar = new ICAL.Component(ICAL.parse(await (await get(path)).text()) as unknown[])
		const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
		return calendar.getAllSubcomponents('vevent').map((found) => {
			const event = new ICAL.Event(found)
			const iterator = event.iterator()
			const moments = Array.from({ length: 3 }, () => {
				const time = iterator.next()
				time.zone = zone
				return time.toJSDate().getTime() - world.clock.now().getTime()
			})
			return { summary: event.summary, uid: event.uid, url: found.getFirstPropertyValue('url'), text: event.description, moments }
		})
	}
	return { ...world, make, get, events }
}

test('two evenings appear in a calendar feed with the next section, for this week and the next', async () => {
	const { holdPassedCheck, learner, keep, make, events } = await openCalendar()
	await keep()
	const path = await make()
	const [event] = await events(path)
	const first = 7.5 * HOUR_MS
	expect(event?.moments).toEqual([first, first + 2 * DAY_MS, first + 7 * DAY_MS])
	expect(event?.summary).toBe('Launchway: Introduction & Orientation')
	expect(event?.url).toBe('http://localhost:3000/course/module1?section=introduction-orientation')
	expect(event?.text).toContain('Next is the section “Introduction & Orientation” of module 1, Skill Discovery & Foundation.')

	await holdPassedCheck('introduction-orientation')
	const [later] = await events(path)
	expect([later?.uid, later?.url]).toEqual([event?.uid, 'http://localhost:3000/course/module1?section=digital-economy-overview'])
	expect(event?.uid).not.toContain(learner.userId)
})

test('shared caches store nothing, and an unchanged feed is answered with 304', async () => {
	const { keep, make, get } = await openCalendar()
	await keep()
	const path = await make()
	const file = await get(path)
	const header = (name: string) => file.headers.get(name)
	expect([file.status, header('cache-control'), header('content-type')]).toEqual([200, 'private, no-cache', 'text/calendar; charset=utf-8'])
	const again = await get(path, { 'if-none-match': header('etag')! })
	expect([again.status, await again.text()]).toEqual([304, ''])
	await keep({ time: '20:00' })
	expect((await get(path, { 'if-none-match': header('etag')! })).status).toBe(200)
})

test('a guessed, replaced or revoked calendar URL is a 404, also after the pledge or account is gone', async () => {
	const { deps, learner, ask, keep, make, get } = await openCalendar()
	expect((await ask('POST', undefined, { path: '/calendar' })).status).toBe(404)
	await keep()
	const first = await make()
	const second = await make()
	const status = async (path: string) => {
		const answer = await get(path)
		return [answer.status, answer.headers.get('cache-control')]
	}
	const gone = [404, 'no-store']
	expect([await status(first), await status(second)]).toEqual([gone, [200, 'private, no-cache']])
	const guesses = [
		`${'A'.repeat(43)}.ics`,
		`${'A'.repeat(100_000)}.ics`,
		'..%2f..%2fx.ics',
		'x',
		"'or 1=1--.ics",
		`${second.slice(10, 53)}.ICS`,
	]
	for (const guess of guesses) expect(await status(`/calendar/${guess}`)).toEqual(gone)
	const held = JSON.stringify(await deps.db.selectFrom('pledges').selectAll().execute())
	expect(held).not.toContain(second.slice(10, 53))

	await ask('DELETE', undefined, { path: '/calendar' })
	expect(await status(second)).toEqual(gone)
	const third = await make()
	await ask('DELETE')
	expect(await status(third)).toEqual(gone)
	await keep()
	const fourth = await make()
	await deps.db.deleteFrom('auth.users').where('id', '=', learner.userId).execute()
	expect(await status(fourth)).toEqual(gone)
})

test('a learner can’t create or delete another’s calendar', async () => {
	const { app, deps, keep, make, get, ask } = await openCalendar()
	await keep()
	const path = await make()
	const { headers } = await makeLearner(deps, 'ben@example.com')
	expect((await ask('POST', undefined, { path: '/calendar', headers })).status).toBe(404)
	await ask('DELETE', undefined, { path: '/calendar', headers })
	expect((await app.request('/api/pledge/calendar', { method: 'POST' })).status).toBe(401)
	expect((await get(path)).status).toBe(200)
})

test('after the course and after a refund the calendar is empty', async () => {
	const { deps, learner, holdWholeCourse, keep, make, events } = await openCalendar()
	await payCourse(deps, learner)
	await keep()
	const path = await make()
	expect(await events(path)).toHaveLength(1)
	await deps.db.updateTable('entitlements').set({ state: 'suspended' }).execute()
	expect((await events(path)).map(({ summary }) => summary)).toEqual(['Course evening: Launchway'])
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await events(path)).toEqual([])
	await deps.db.updateTable('entitlements').set({ state: 'active' }).execute()
	await holdWholeCourse()
	expect(await events(path)).toEqual([])
})
