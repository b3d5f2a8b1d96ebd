import { expect, test } from 'vitest'

import type { ProgressEntry } from './progress-entry.ts'
import { studyWeeks, weekStreak } from './week-streak.ts'

const THIS_WEEK = '2026-11-16'

test.each([
	{ studied: [], weeks: 0, isThisWeekIn: false },
	{ studied: ['2026-11-16'], weeks: 1, isThisWeekIn: true },
	{ studied: ['2026-11-09'], weeks: 1, isThisWeekIn: false },
	{ studied: ['2026-11-02'], weeks: 0, isThisWeekIn: false },
	{ studied: ['2026-11-09', '2026-11-16', '2026-11-02'], weeks: 3, isThisWeekIn: true },
	{ studied: ['2026-11-09', '2026-11-02', '2026-10-19'], weeks: 2, isThisWeekIn: false },
	{ studied: ['2026-11-16', '2026-11-02'], weeks: 1, isThisWeekIn: true },
	{ studied: ['2026-11-23', '2026-11-30'], weeks: 0, isThisWeekIn: false },
	{ studied: ['2026-11-23', '2026-11-16'], weeks: 1, isThisWeekIn: true },
])('studied in $studied: a streak of $weeks in the week of 16 November', ({ studied, ...streak }) => {
	expect(weekStreak(studied, THIS_WEEK)).toEqual(streak)
})

test('a streak continues over New Year and leap days', () => {
	expect(weekStreak(['2024-01-01', '2023-12-25', '2023-12-18'], '2024-01-01').weeks).toBe(3)
	expect(weekStreak(['2024-03-04', '2024-02-26', '2024-02-19'], '2024-03-04').weeks).toBe(3)
})

const did = (at: string): ProgressEntry => ({ kind: 'task', key: '1/skills', done: true, changedAt: Date.parse(at) })

test.each([
	{ what: 'the last moment of a Sunday in UTC', at: '2026-11-15T23:59:59.999Z', offset: 0, week: '2026-11-09' },
	{ what: 'the first moment of a Monday in UTC', at: '2026-11-16T00:00:00.000Z', offset: 0, week: '2026-11-16' },
	{ what: 'a Sunday night in UTC that is Monday in Tokyo', at: '2026-11-15T15:00:00Z', offset: 540, week: '2026-11-16' },
	{ what: 'the moment before it', at: '2026-11-15T14:59:59.999Z', offset: 540, week: '2026-11-09' },
	{ what: 'a Monday morning in UTC that is Sunday in New York', at: '2026-11-16T04:59:59.999Z', offset: -300, week: '2026-11-09' },
	{ what: 'the moment after it', at: '2026-11-16T05:00:00Z', offset: -300, week: '2026-11-16' },
	{ what: 'Monday in Kathmandu, a quarter of an hour off', at: '2026-11-15T18:15:00Z', offset: 345, week: '2026-11-16' },
	{ what: 'Monday where the day begins first', at: '2026-11-15T10:00:00Z', offset: 840, week: '2026-11-16' },
])('$what is in the week of $week', ({ at, offset, week }) => {
	expect([...studyWeeks([did(at)], () => offset)]).toEqual([week])
})

test('with DST, the offset at the time counts, not today’s', () => {
	const berlin = (atMs: number) => (atMs < Date.parse('2026-10-25T01:00:00Z') ? 120 : 60)
	expect([...studyWeeks([did('2026-10-18T22:30:00Z')], berlin)]).toEqual(['2026-10-19'])
	expect([...studyWeeks([did('2026-11-01T22:30:00Z')], berlin)]).toEqual(['2026-10-26'])
})

test('a recorded week counts regardless of later entries; quizzes and invalid weeks don’t', () => {
	const entries: ProgressEntry[] = [
		{ kind: 'study-week', key: '2026-11-02', done: true, changedAt: Date.parse('2026-11-18T10:00:00Z') },
		{ kind: 'study-week', key: '2026-11-03', done: true, changedAt: 5 },
		{ kind: 'quiz-result', key: 'hustler', done: true, changedAt: Date.parse('2026-11-10T10:00:00Z') },
		{ kind: 'section', key: '1/intro', done: true, changedAt: 0 },
	]
	expect([...studyWeeks(entries, () => 0)]).toEqual(['2026-11-02'])
})
