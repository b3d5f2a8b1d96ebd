import { expect, test } from 'vitest'

import type { PledgeResponse } from '#contracts/pledge.ts'
import { reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'

import { DAY_MS, openPledgeWorld, PLEDGE_INPUT } from './pledge-world.ts'

async function openAccount() {
	const world = await openPledgeWorld()
	const outcome = async (body: unknown) => {
		const response = await world.ask('PUT', body)
		const { error } = (await response.json()) as { error?: { code: string; fields?: Record<string, string> } }
		return response.ok ? 'kept' : `${response.status} ${error?.code} ${Object.keys(error?.fields ?? {}).join()}`
	}
	return { ...world, outcome }
}

const thisWeek = ({ pledge }: PledgeResponse) => pledge!.weeks.at(-1)!
const dots = (answer: PledgeResponse) =>
	thisWeek(answer)
		.days.map(({ isDone, isPlanned }) => (isDone ? (isPlanned ? 'K' : 'x') : isPlanned ? 'o' : '.'))
		.join('')

test('a learner picks two evenings and a goal, and the week’s dots follow the account’s records', async () => {
	const { app, answerCheck, clock, learner, keep, show } = await openAccount()
	expect(await show()).toMatchObject({
		pledge: null,
		email: learner.email,
		next: { href: '/course/module1?section=introduction-orientation' },
	})
	const made = await keep()
	expect(made.pledge).toMatchObject({ evenings: ['MO', 'WE'], time: '19:30', zone: 'Africa/Lagos', weeklyGoal: 2, reminds: false })
	expect([made.pledge!.weeks.length, thisWeek(made).passed, dots(made)]).toEqual([8, 0, 'o.o....'])
	const at = clock.now().getTime()
	expect(new Date(made.pledge!.nextEveningAt).getTime() - at).toBe(7.5 * 3_600_000)

	await reportProgress(app, learner, [{ kind: 'section', key: '1/digital-economy-overview', done: true, changedAt: at - DAY_MS }])
	await answerCheck('introduction-orientation', false)
	expect([thisWeek(await show()).passed, dots(await show())]).toEqual([0, 'K.o....'])
	for (let times = 0; times < 2; times += 1) await answerCheck('introduction-orientation')
	const after = await show()
	expect([thisWeek(after).passed, dots(after), after.next?.href]).toEqual([
		1,
		'K.o....',
		'/course/module1?section=digital-economy-overview',
	])
	// Yesterday's study counts for last week, because weeks start on Monday.
	expect(after.pledge!.weeks.at(-2)!.days.at(-1)).toMatchObject({ isDone: true, isPlanned: false })
})

test('changing the time keeps planned days, new days start today, and ending the pledge deletes it', async () => {
	const { deps, waitFor, keep, ask, show } = await openAccount()
	await keep()
	await waitFor(2 * DAY_MS)
	expect(dots(await keep({ time: '20:00', weeklyGoal: 5 }))).toBe('o.o....')
	expect(dots(await keep({ evenings: ['MO', 'FR'] }))).toBe('....o..')
	expect((await (await ask('DELETE')).json()) as PledgeResponse).toMatchObject({ pledge: null })
	expect((await ask('DELETE')).status).toBe(200)
	expect([await show(), await deps.db.selectFrom('pledges').selectAll().execute()]).toMatchObject([{ pledge: null }, []])
})

test('two parallel changes leave one pledge', async () => {
	const { deps, keep } = await openAccount()
	await Promise.all([keep(), keep({ evenings: ['TU'] }), keep({ evenings: ['SU'] })])
	expect(await deps.db.selectFrom('pledges').selectAll().execute()).toHaveLength(1)
})

test('a learner can access only her own pledge', async () => {
	const { app, deps, keep, show, ask } = await openAccount()
	await keep()
	const other = await makeLearner(deps, 'ben@example.com')
	expect((await show(other.headers)).pledge).toBeNull()
	await ask('DELETE', undefined, { headers: other.headers })
	expect((await show()).pledge).not.toBeNull()
	for (const method of ['GET', 'PUT', 'DELETE']) expect((await app.request('/api/pledge', { method })).status).toBe(401)
})

const WISHES: [what: string, change: object, expected: string][] = [
	['a place on Mars', { zone: 'Mars/Olympus' }, '400 validation_failed zone'],
	['an offset instead of a place', { zone: '+02:00' }, '400 validation_failed zone'],
	['a zone with lines of a calendar', { zone: 'Europe/Berlin\r\nBEGIN:VEVENT' }, '400 validation_failed zone'],
	['a zone of 100,000 characters', { zone: 'E'.repeat(100_000) }, '400 validation_failed zone'],
	['no evening', { evenings: [] }, '400 validation_failed evenings'],
	['an evening twice', { evenings: ['MO', 'MO'] }, '400 validation_failed evenings'],
	['a day that is none', { evenings: ['XX'] }, '400 validation_failed evenings.0'],
	['100,000 evenings', { evenings: Array.from({ length: 100_000 }, () => 'MO') }, '400 validation_failed evenings'],
	['a time that is none', { time: '25:00' }, '400 validation_failed time'],
	['a time at night', { time: '08:59' }, '400 validation_failed time'],
	['a time at midnight', { time: '23:46' }, '400 validation_failed time'],
	['a time as a number', { time: 1170 }, '400 validation_failed time'],
	['a goal of none', { weeklyGoal: 0 }, '400 validation_failed weeklyGoal'],
	['a goal beyond reason', { weeklyGoal: 11 }, '400 validation_failed weeklyGoal'],
	['half a section', { weeklyGoal: 1.5 }, '400 validation_failed weeklyGoal'],
	['another learner’s account', { userId: '00000000-0000-4000-8000-000000000000' }, '400 validation_failed '],
	['the earliest time', { time: '09:00' }, 'kept'],
	['the latest time', { time: '23:45' }, 'kept'],
	['every evening', { evenings: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] }, 'kept'],
]

test('an invalid pledge is refused with its field, and nothing changes', async () => {
	const { outcome, show } = await openAccount()
	for (const [what, change, expected] of WISHES) {
		expect([what, await outcome({ ...PLEDGE_INPUT, ...change })]).toEqual([what, expected])
		expect([what, (await show()).pledge !== null]).toEqual([what, expected === 'kept'])
	}
})
