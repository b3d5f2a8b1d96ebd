import { expect, test } from 'vitest'

import { changeWeek, type WeekChange } from './change-week.ts'
import { mergeWeek, mergeWeeks, portableWeek } from './merge-weeks.ts'
import {
	blankRow,
	countCompleted,
	emptyWeek,
	fitCell,
	isTouched,
	parseWeek,
	visibleRows,
	type PlannerRow,
	type PlannerWeek,
} from './planner-week.ts'

const WEEK = '2026-11-16'
const start = () => emptyWeek(WEEK, 's')
const play = (...changes: WeekChange[]) => changes.reduce((week, change, index) => changeWeek(week, change, 1000 + index), start())
const row = (id: string, parts: Partial<PlannerRow> = {}): PlannerRow => ({ ...blankRow(id, 1), changedAt: 1, ideaName: id, ...parts })
const weekOf = (...rows: PlannerRow[]): PlannerWeek => ({ ...start(), rows })
const names = (week: PlannerWeek) => visibleRows(week).map(({ ideaName }) => ideaName)

test('a new week has five rows, none done, and counts as untouched', () => {
	expect(countCompleted(start())).toEqual({ completed: 0, rowCount: 5 })
	expect(isTouched(start())).toBe(false)
})

test('ticks count out of the rows that are there', () => {
	const week = play(
		{ type: 'tick', id: 's-1', completed: true },
		{ type: 'add', id: 'six' },
		{ type: 'tick', id: 'six', completed: true },
		{ type: 'remove', id: 's-2' },
	)
	expect(countCompleted(week)).toEqual({ completed: 2, rowCount: 5 })
})

test('a removed row loses its text, and undoing brings it back to its place', () => {
	const written = play({ type: 'write', id: 's-2', column: 'ideaName', text: 'Shop' })
	const before = visibleRows(written)[1]!
	const removed = changeWeek(written, { type: 'remove', id: 's-2' }, 2000)
	expect(visibleRows(removed)).toHaveLength(4)
	expect(JSON.stringify(removed)).not.toContain('Shop')
	const restored = changeWeek(removed, { type: 'restore', row: before, id: 'new' }, 3000)
	expect(names(restored)).toEqual(['', 'Shop', '', '', ''])
	// The other browser still holds the old row: it must not appear twice.
	expect(names(mergeWeek(restored, written))).toEqual(['', 'Shop', '', '', ''])
})

test('a suggestion fills the first empty row, and a full table grows', () => {
	const cells = { ideaName: 'Show it' }
	expect(names(play({ type: 'add', id: 'a', cells }))).toEqual(['Show it', '', '', '', ''])
	const full = play(...[1, 2, 3, 4, 5].map((n): WeekChange => ({ type: 'write', id: `s-${n}`, column: 'platform', text: 'x' })), {
		type: 'add',
		id: 'a',
		cells,
	})
	expect(names(full)).toEqual(['', '', '', '', '', 'Show it'])
})

test('the 201st row is not added', () => {
	const week = play(...Array.from({ length: 300 }, (_row, index): WeekChange => ({ type: 'add', id: `n${index}` })))
	expect(visibleRows(week)).toHaveLength(200)
})

test('a clock that goes back does not hide a later change', () => {
	const first = changeWeek(start(), { type: 'write', id: 's-1', column: 'ideaName', text: 'first' }, 9000)
	const second = changeWeek(first, { type: 'write', id: 's-1', column: 'ideaName', text: 'second' }, 10)
	expect(names(mergeWeek(first, second))[0]).toBe('second')
})

test.each([
	['short', 'short', false],
	['x'.repeat(10_000), 'x'.repeat(2000), true],
	['a\u0000b', 'ab', false],
	[`${'x'.repeat(1999)}🎉`, 'x'.repeat(1999), true],
])('a cell keeps what fits (%#)', (raw, text, wasCut) => {
	expect(fitCell(raw)).toEqual({ text, wasCut })
})

test.each([
	{ what: 'the newest change wins', a: row('r', { weeklyGoal: 'old' }), b: row('r', { weeklyGoal: 'new', changedAt: 2 }), goal: 'new' },
	{
		what: 'a removal outranks a later edit',
		a: row('r', { removed: true, changedAt: 2 }),
		b: row('r', { weeklyGoal: 'late', changedAt: 3 }),
		goal: null,
	},
	{ what: 'equal moments still agree', a: row('r', { weeklyGoal: 'a' }), b: row('r', { weeklyGoal: 'b' }), goal: 'b' },
])('$what, whoever asks', ({ a, b, goal }) => {
	for (const merged of [mergeWeek(weekOf(a), weekOf(b)), mergeWeek(weekOf(b), weekOf(a))])
		expect(visibleRows(merged)[0]?.weeklyGoal ?? null).toBe(goal)
})

test('untouched rows make way for the rows of another browser, down to five', () => {
	const other = weekOf(row('a'), row('b'), row('c'))
	expect(names(mergeWeek(start(), other))).toHaveLength(5)
	const seven = weekOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => row(id)))
	expect(names(mergeWeek(seven, start()))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('untouched rows and texts of removed ones stay in the browser', () => {
	const week = play({ type: 'write', id: 's-1', column: 'ideaName', text: 'Shop' }, { type: 'remove', id: 's-2' })
	expect(portableWeek(week).rows.map(({ id, removed }) => [id, removed])).toEqual([
		['s-1', false],
		['s-2', true],
	])
})

test('weeks are united by their Monday, newest first', () => {
	const weeks = mergeWeeks([{ ...weekOf(row('a')), week: '2026-11-09' }, weekOf(row('b'))], [weekOf(row('c'))])
	expect(weeks.map((week) => [week.week, names(week)])).toEqual([
		[WEEK, ['b', 'c']],
		['2026-11-09', ['a']],
	])
})

test.each([null, 'text', 7, [], {}, { week: '2026-11-17', rows: [] }, { week: 'monday', rows: [] }, { week: 20_261_116, rows: [] }])(
	'%j is no week',
	(raw) => {
		expect(parseWeek(raw)).toBeNull()
	},
)

test('of a damaged week the readable rows are kept', () => {
	const raw = {
		week: WEEK,
		focusArea: 7,
		rows: [null, { id: 'x y' }, { id: 'ok', ideaName: 'Shop', completed: 'yes', platform: 5, changedAt: 'now', place: -1 }],
	}
	expect(parseWeek(raw)).toEqual(weekOf({ ...blankRow('ok', 0), ideaName: 'Shop' }))
})
