import { expect, test } from 'vitest'

import { formatMinute, parseMinute, type Pledge, formatClockTime, normalizeEvenings, weekdayOf } from './pledge.ts'
import { nextSection, type StudyFact, type StudyRecord, weekRecords } from './study-record.ts'

const OUTLINE = [
	{ id: 1, sections: ['a', 'b', 'c'].map((id) => ({ id, lessonId: id })) },
	{
		id: 2,
		sections: [
			{ id: 'd', lessonId: null },
			{ id: 'e', lessonId: 'e' },
		],
	},
]
const at = (text: string) => Date.parse(text)
const fact = (kind: StudyFact['kind'], key: string, time: string, done = true): StudyFact => ({
	kind,
	key,
	done,
	changedAtMs: at(time),
	firstChangedAtMs: at(time),
})
const MONDAY = '2026-11-23T19:00:00Z'
const TUESDAY = '2026-11-24T19:00:00Z'
const record = (facts: StudyFact[], ...passed: [key: string, time: string][]): StudyRecord => ({
	facts,
	passedAtMs: new Map(passed.map(([key, time]) => [key, at(time)])),
})

test.each([
	['nothing done', record([]), 'section 1/a'],
	['the first one opened', record([fact('section', '1/a', MONDAY)]), 'section 1/a'],
	['its check passed', record([fact('section', '1/a', MONDAY)], ['1/a', MONDAY]), 'section 1/b'],
	['its check answered and its task done', record([fact('lesson-quiz', '1/a', MONDAY), fact('task', '1/a', MONDAY)]), 'section 1/a'],
	['the last one opened last', record([fact('section', '1/a', MONDAY), fact('section', '1/c', TUESDAY)]), 'section 1/c'],
	['the last one passed', record([fact('section', '1/c', TUESDAY)], ['1/c', TUESDAY]), 'section 1/a'],
	['all passed, none completed', record([], ['1/a', MONDAY], ['1/b', MONDAY], ['1/c', MONDAY]), 'complete 1/c'],
	['module 1 completed', record([fact('module', '1', MONDAY)]), 'section 2/d'],
	['a section without a lesson opened', record([fact('module', '1', MONDAY), fact('section', '2/d', MONDAY)]), 'section 2/e'],
])('after %s', (_what, study, expected) => {
	const next = nextSection(OUTLINE, study)
	expect(next && `${next.kind} ${next.moduleId}/${next.sectionId}`).toBe(expected)
})

test('a lesson without a check is finished once its text is read', () => {
	const outline = [
		{ id: 1, sections: [{ id: 'a', lessonId: 'a', without: ['check', 'task'] as const }, ...(OUTLINE[0]?.sections.slice(1) ?? [])] },
	]
	const opened = fact('section', '1/a', MONDAY)
	expect(nextSection(outline, record([opened, fact('reading', '1/a', MONDAY, false)]))?.sectionId).toBe('a')
	expect(nextSection(outline, record([opened, fact('reading', '1/a', MONDAY)]))?.sectionId).toBe('b')
})

test('a learner who completed every module has no next section', () => {
	expect(nextSection(OUTLINE, record(['1', '2', '3', '4', '5', '6'].map((key) => fact('module', key, MONDAY))))).toBeNull()
})

const PLEDGE: Pledge = { evenings: ['MO', 'WE'], minuteOfDay: 1170, zone: 'America/New_York', weeklyGoal: 2 }

test('a dot is on the local day, and planned evenings count from the pledge’s start', () => {
	const facts = [
		fact('section', '1/a', '2026-11-24T02:00:00Z'), // Monday evening in New York
		fact('study-week', '2026-11-16', '2026-11-18T12:00:00Z'),
		fact('quiz-result', 'hustler', '2026-11-19T12:00:00Z'),
		fact('step', '1/a/0', '2026-11-20T12:00:00Z', false),
		{ ...fact('box', '1/a/x', '2026-11-17T12:00:00Z'), changedAtMs: at('2026-11-18T12:00:00Z') },
	]
	const study = record(facts, ['1/a', '2026-11-24T02:00:00Z'], ['1/b', '2026-10-01T02:00:00Z'])
	const records = weekRecords(study, { pledge: PLEDGE, since: '2026-11-18', nowMs: at('2026-11-24T03:00:00Z'), weeks: 2 })
	const shown = records.map(({ week, passed, days }) => [
		week,
		passed,
		days.map(({ isDone, isPlanned }) => (isDone ? (isPlanned ? 'K' : 'x') : isPlanned ? 'o' : '.')).join(''),
	])
	expect(shown).toEqual([
		['2026-11-16', 0, '.xK....'],
		['2026-11-23', 1, 'K.o....'],
	])
})

test('weekdays and minutes of a pledge are formatted and parsed', () => {
	expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29'), weekdayOf('1969-12-31')]).toEqual(['MO', 'SU', 'WE'])
	expect(normalizeEvenings(['WE', 'MO', 'WE'])).toEqual(['MO', 'WE'])
	expect([formatMinute(1170), formatMinute(545)]).toEqual(['19:30', '09:05'])
	expect([540, 719, 720, 779, 780, 1170, 1425].map(formatClockTime)).toEqual([
		'9:00 AM',
		'11:59 AM',
		'12:00 PM',
		'12:59 PM',
		'1:00 PM',
		'7:30 PM',
		'11:45 PM',
	])
	expect(['19:30', '09:05', '24:00', '9:05', '19:60', '', '19:30 '].map(parseMinute)).toEqual([1170, 545, null, null, null, null, null])
})
