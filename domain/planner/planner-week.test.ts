import { expect, test } from 'vitest'

import { changeWeek, type WeekChange } from './change-week.ts'
import { isSameWeek, mergeWeek, mergeWeeks, toSentWeek } from './merge-weeks.ts'
import {
	blankRow,
	countCompletedRows,
	emptyWeek,
	cleanCell,
	isBlankRow,
	isWeekEdited,
	MAX_CELL_LENGTH,
	MAX_STORED_ROWS,
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
	expect(countCompletedRows(start())).toEqual({ completed: 0, rowCount: 5 })
	expect(isWeekEdited(start())).toBe(false)
})

test('checked rows are counted out of visible rows', () => {
	const week = play(
		{ type: 'tick', id: 's-1', completed: true },
		{ type: 'add', id: 'six' },
		{ type: 'tick', id: 'six', completed: true },
		{ type: 'remove', id: 's-2' },
	)
	expect(countCompletedRows(week)).toEqual({ completed: 2, rowCount: 5 })
})

test('a removed row loses its text, and undo restores it in place', () => {
	const written = play({ type: 'write', id: 's-2', column: 'ideaName', text: 'Shop' })
	const before = visibleRows(written)[1]!
	const removed = changeWeek(written, { type: 'remove', id: 's-2' }, 2000)
	expect(visibleRows(removed)).toHaveLength(4)
	expect(JSON.stringify(removed)).not.toContain('Shop')
	const restored = changeWeek(removed, { type: 'restore', row: before, id: 'new' }, 3000)
	expect(names(restored)).toEqual(['', 'Shop', '', '', ''])
	// The other browser still has the old row, which must not appear a second time.
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

test('a 201st row isn’t added', () => {
	const week = play(...Array.from({ length: 300 }, (_row, index): WeekChange => ({ type: 'add', id: `n${index}` })))
	expect(visibleRows(week)).toHaveLength(200)
})

test('a clock set back doesn’t hide a later change', () => {
	const first = changeWeek(start(), { type: 'write', id: 's-1', column: 'ideaName', text: 'first' }, 9000)
	const second = changeWeek(first, { type: 'write', id: 's-1', column: 'ideaName', text: 'second' }, 10)
	expect(names(mergeWeek(first, second))[0]).toBe('second')
})

test.each([
	['short', 'short', false],
	['x'.repeat(10_000), 'x'.repeat(2000), true],
	['x'.repeat(MAX_CELL_LENGTH), 'x'.repeat(MAX_CELL_LENGTH), false],
	['a\u0000b', 'ab', false],
	[`${'x'.repeat(1999)}🎉`, 'x'.repeat(1999), true],
])('a cell is truncated to its limit (%#)', (raw, text, wasCut) => {
	expect(cleanCell(raw)).toEqual({ text, wasCut })
})

test.each([
	{ what: 'the newest change wins', a: row('r', { weeklyGoal: 'old' }), b: row('r', { weeklyGoal: 'new', changedAt: 2 }), goal: 'new' },
	{
		what: 'a removal outranks a later edit',
		a: row('r', { removed: true, changedAt: 2 }),
		b: row('r', { weeklyGoal: 'late', changedAt: 3 }),
		goal: null,
	},
	{ what: 'equal times still agree', a: row('r', { weeklyGoal: 'a' }), b: row('r', { weeklyGoal: 'b' }), goal: 'b' },
])('$what, in either merge order', ({ a, b, goal }) => {
	for (const merged of [mergeWeek(weekOf(a), weekOf(b)), mergeWeek(weekOf(b), weekOf(a))])
		expect(visibleRows(merged)[0]?.weeklyGoal ?? null).toBe(goal)
})

test('untouched rows are replaced by another browser’s rows, down to five', () => {
	const other = weekOf(row('a'), row('b'), row('c'))
	expect(names(mergeWeek(start(), other))).toHaveLength(5)
	const seven = weekOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => row(id)))
	expect(names(mergeWeek(seven, start()))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('untouched rows, and texts of removed ones, aren’t sent', () => {
	const week = play({ type: 'write', id: 's-1', column: 'ideaName', text: 'Shop' }, { type: 'remove', id: 's-2' })
	expect(toSentWeek(week).rows.map(({ id, removed }) => [id, removed])).toEqual([
		['s-1', false],
		['s-2', true],
	])
})

test('weeks are merged by Monday, newest first', () => {
	const weeks = mergeWeeks([{ ...weekOf(row('a')), week: '2026-11-09' }, weekOf(row('b'))], [weekOf(row('c'))])
	expect(weeks.map((week) => [week.week, names(week)])).toEqual([
		[WEEK, ['b', 'c']],
		['2026-11-09', ['a']],
	])
})

test.each([null, 'text', 7, [], {}, { week: '2026-11-17', rows: [] }, { week: 'monday', rows: [] }, { week: 20_261_116, rows: [] }])(
	'%j is not a valid week',
	(raw) => {
		expect(parseWeek(raw)).toBeNull()
	},
)

test('readable rows of a damaged week are kept', () => {
	const raw = {
		week: WEEK,
		focusArea: 7,
		rows: [null, { id: 'x y' }, { id: 'ok', ideaName: 'Shop', completed: 'yes', platform: 5, changedAt: 'now', place: -1 }],
	}
	expect(parseWeek(raw)).toEqual(weekOf({ ...blankRow('ok', 0), ideaName: 'Shop' }))
})

test('rows of a new week have positions one to five, and an added row comes last', () => {
	expect(start().rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
	expect(play({ type: 'add', id: 'six' }).rows.at(-1)).toMatchObject({ id: 'six', place: 6 })
})

test('the focus is stored, truncated and counts as a change, despite a clock set back', () => {
	const first = changeWeek(start(), { type: 'focus', text: 'x'.repeat(MAX_CELL_LENGTH + 1) }, 9000)
	expect(first.focusArea).toEqual({ text: 'x'.repeat(MAX_CELL_LENGTH), changedAt: 9000 })
	expect(first.rows).toEqual(start().rows)
	expect(isWeekEdited(first)).toBe(true)
	expect(changeWeek(first, { type: 'focus', text: 'second' }, 10).focusArea).toEqual({ text: 'second', changedAt: 9001 })
	expect(changeWeek(first, { type: 'focus', text: 'second' }, 9500).focusArea.changedAt).toBe(9500)
})

test('a single change makes a week touched', () => {
	expect(isWeekEdited(play({ type: 'tick', id: 's-3', completed: true }))).toBe(true)
})

test('a row of spaces is blank, a checked one isn’t', () => {
	expect(isBlankRow(row('a', { ideaName: ' \t' }))).toBe(true)
	expect(isBlankRow(row('a', { ideaName: '', completed: true }))).toBe(false)
})

test('rows with the same position are ordered by ID', () => {
	for (const ids of ['abc', 'cba', 'bca']) {
		const given = weekOf(...[...ids].map((id) => row(id)))
		expect(names(given)).toEqual(['a', 'b', 'c'])
		expect(
			mergeWeek(given, start())
				.rows.slice(0, 3)
				.map(({ id }) => id),
		).toEqual(['a', 'b', 'c'])
	}
	const placed = weekOf(row('a', { place: 3 }), row('b', { place: 2 }), row('c', { place: 1 }))
	expect(mergeWeek(placed, placed).rows.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('touched rows stay among untouched ones, even when blank', () => {
	const [emptied, written] = [row('emptied', { ideaName: '', place: 9 }), row('written', { place: 9 })]
	const merged = mergeWeek(start(), weekOf(emptied, written))
	expect(merged.rows.map(({ id }) => id)).toEqual(['s-1', 's-2', 's-3', 'emptied', 'written'])
	// A row with text but no timestamp was stored by an older version.
	const old = weekOf(row('old', { changedAt: 0, place: 9 }))
	expect(mergeWeek(start(), old).rows.map(({ id }) => id)).toEqual(['s-1', 's-2', 's-3', 's-4', 'old'])
})

test.each([
	{ ours: { text: 'a', changedAt: 2 }, theirs: { text: 'b', changedAt: 1 }, text: 'a' },
	{ ours: { text: 'b', changedAt: 1 }, theirs: { text: 'a', changedAt: 2 }, text: 'a' },
	{ ours: { text: 'a', changedAt: 1 }, theirs: { text: 'b', changedAt: 1 }, text: 'b' },
])('the newest focus wins, and a tie resolves the same on every side: $ours $theirs', ({ ours, theirs, text }) => {
	const [a, b] = [
		{ ...start(), focusArea: ours },
		{ ...start(), focusArea: theirs },
	]
	expect(mergeWeek(a, b).focusArea.text).toBe(text)
	expect(mergeWeek(b, a).focusArea.text).toBe(text)
})

test('weeks are ordered newest first, whichever record comes first', () => {
	const [early, late] = [{ ...start(), week: '2026-11-09' }, start()]
	expect(mergeWeeks([early], [late]).map(({ week }) => week)).toEqual([WEEK, '2026-11-09'])
	expect(mergeWeeks([late], [early]).map(({ week }) => week)).toEqual([WEEK, '2026-11-09'])
})

test('the newest hundred removals are sent', () => {
	const gone = Array.from({ length: 101 }, (_row, index) => row(`r${index}`, { removed: true, changedAt: 1000 - index }))
	const left = toSentWeek(weekOf(...gone)).rows.map(({ id }) => id)
	expect(left).toHaveLength(100)
	expect(left).not.toContain('r100')
	expect(left.at(-1)).toBe('r0')
})

test('two weeks are equal if they have the same entries in any order', () => {
	expect(isSameWeek(weekOf(row('a'), row('b')), weekOf(row('b'), row('a')))).toBe(true)
	expect(isSameWeek(weekOf(row('a')), weekOf(row('a', { changedAt: 2 })))).toBe(false)
})

test('checked and removed flags are parsed, a numeric ID is invalid, and a missing list means no rows', () => {
	const kept = [row('done', { completed: true }), row('gone', { removed: true })]
	expect(parseWeek({ ...weekOf(...kept), rows: [...kept, { ...row('x'), id: 7 }] })).toEqual(weekOf(...kept))
	expect(parseWeek({ ...start(), rows: 'none' })?.rows).toEqual([])
	expect(parseWeek({ ...start(), week: [WEEK] })).toBeNull()
})

test('rows beyond the storage limit are ignored', () => {
	const rows = Array.from({ length: MAX_STORED_ROWS + 1 }, (_row, index) => row(`r${index}`))
	expect(parseWeek({ ...start(), rows })?.rows).toHaveLength(MAX_STORED_ROWS)
})
