import { expect, test } from 'vitest'

import { changeWeek } from './change-week.ts'
import {
	EMPTY_LOOK_BACK,
	MAX_WORKED_LENGTH,
	chooseNewerLookBack,
	parseLookBack,
	parseEarnings,
	parseHours,
	weeksInFigures,
	type LookBackPart,
} from './look-back.ts'
import { isSameWeek, mergeWeek, toSentWeek } from './merge-weeks.ts'
import { emptyWeek, isWeekEdited, parseWeek } from './planner-week.ts'

const noted = (part: LookBackPart, changedAt = 1) => ({ ...EMPTY_LOOK_BACK, ...part, changedAt })
const week = (day: string, part?: LookBackPart) => ({ week: day, ...(part && { lookBack: noted(part) }) })

test.each([
	['', null],
	[' ', null],
	['0', 0],
	['2.5', 2.5],
	['2.', 2],
	['2,25', 2.25],
	['168', 168],
	['168.01', 'wrong'],
	['2.125', 'wrong'],
	['-1', 'wrong'],
	['1e2', 'wrong'],
	['two', 'wrong'],
] as const)('%j as hours is parsed as %j', (typed, hours) => expect(parseHours(typed)).toBe(hours))

test.each([
	['', null],
	['$0', 0],
	['$ 40', 4000],
	['19.99', 1999],
	['1000000', 100_000_000],
	['1000000.01', 'wrong'],
	['1,000,000', 'wrong'],
	['€5', 'wrong'],
] as const)('%j as money is parsed as %j cents', (typed, cents) => expect(parseEarnings(typed)).toBe(cents))

test('a stored review is accepted only if valid', () => {
	expect(parseLookBack({ hours: 168, earnedCents: 100_000_000, worked: 'Mornings', changedAt: 5 })).toEqual(
		noted({ hours: 168, earnedCents: 100_000_000, worked: 'Mornings' }, 5),
	)
	expect(parseLookBack({ hours: 168.01, earnedCents: 100_000_001, worked: 7, changedAt: 5 })).toEqual(noted({}, 5))
	expect(parseLookBack({ hours: -1, earnedCents: Number.NaN, worked: `a\u0000${'x'.repeat(9000)}`, changedAt: 5 })).toEqual(
		noted({ worked: `a${'x'.repeat(MAX_WORKED_LENGTH - 1)}` }, 5),
	)
	expect(parseLookBack({ hours: 1.005, earnedCents: 10.4, worked: '\uD800', changedAt: 5 })).toEqual(
		noted({ hours: 1, earnedCents: 10 }, 5),
	)
	for (const raw of [null, [], 'x', { hours: 1 }, { hours: 1, changedAt: 0 }, { hours: 1, changedAt: -1 }])
		expect(parseLookBack(raw)).toBeNull()
})

test('the newer review wins in any order, and a missing one deletes nothing', () => {
	const [older, newer] = [noted({ hours: 9 }, 1), noted({ hours: 1 }, 2)]
	expect([chooseNewerLookBack(older, newer), chooseNewerLookBack(newer, older)]).toEqual([newer, newer])
	const [a, b] = [noted({ worked: 'a' }), noted({ worked: 'b' })]
	expect(chooseNewerLookBack(a, b)).toEqual(chooseNewerLookBack(b, a))
	expect([chooseNewerLookBack(undefined, older), chooseNewerLookBack(older, undefined), chooseNewerLookBack(undefined, undefined)]).toEqual(
		[older, older, undefined],
	)
})

test('a review makes a week worth storing, is synced and parsed back', () => {
	const blank = emptyWeek('2026-11-16', 's')
	const first = changeWeek(blank, { type: 'look-back', part: { hours: 3 } }, 10)
	const second = changeWeek(first, { type: 'look-back', part: { worked: `x${'y'.repeat(5000)}` } }, 5)
	expect(second.lookBack).toEqual(noted({ hours: 3, worked: `x${'y'.repeat(MAX_WORKED_LENGTH - 1)}` }, 11))
	expect([isWeekEdited(blank), isWeekEdited(first), isSameWeek(blank, first), isSameWeek(first, first)]).toEqual([false, true, false, true])
	expect(toSentWeek(first).lookBack).toEqual(first.lookBack)
	expect(mergeWeek(blank, first).lookBack).toEqual(first.lookBack)
	expect(mergeWeek(second, blank).lookBack).toEqual(second.lookBack)
	expect(parseWeek(JSON.parse(JSON.stringify(second)))).toEqual(second)
	expect(parseWeek(JSON.parse(JSON.stringify(blank)))).toEqual(blank)
})

test('totals count recorded values; the hourly rate only weeks with both', () => {
	expect(weeksInFigures([week('2026-11-16'), week('2026-11-09', {}), week('2026-11-02', { worked: ' ' })])).toEqual({
		weeks: [],
		hours: 0,
		earnedCents: 0,
		centsPerHour: null,
	})
	const held = [
		week('2026-11-16', { hours: 4, earnedCents: 2000 }),
		week('2026-11-09', { hours: 0, earnedCents: 500 }),
		week('2026-11-02', { hours: 2.1, worked: 'Calls' }),
		week('2026-10-26', { earnedCents: 100 }),
		week('2026-10-19', { hours: 0.2, earnedCents: 0 }),
	]
	const figures = weeksInFigures(held)
	expect(figures.weeks).toHaveLength(5)
	expect([figures.hours, figures.earnedCents, figures.centsPerHour]).toEqual([6.3, 2600, 476])
})
