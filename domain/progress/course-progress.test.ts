import { expect, test } from 'vitest'

import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { courseProgress, formatMinutes, type ModuleOutline } from './course-progress.ts'
import type { ProgressEntry, ProgressKind } from './progress-entry.ts'

const outline: ModuleOutline[] = [
	{
		id: 1,
		sections: [
			{ id: 'intro', lessonId: null, minutes: 10 },
			{ id: 'skills', lessonId: 'skills-lesson', minutes: 90 },
			{ id: 'end', lessonId: null, minutes: 0 },
		],
	},
	{ id: 2, sections: [] },
]
const did = (kind: ProgressKind, key: string, done = true): ProgressEntry => ({ kind, key, done, changedAt: 1 })
const stateOf = (entries: ProgressEntry[], completed: ModuleId[] = []) =>
	courseProgress(outline, { entries, completed: new Set(completed) })

test.each([
	{ what: 'nothing', entries: [], opened: 0, percent: 0, minutesLeft: 100 },
	{ what: 'a section opened', entries: [did('section', '1/intro')], opened: 1, percent: 33, minutesLeft: 90 },
	{ what: 'a lesson only opened', entries: [did('section', '1/skills')], opened: 1, percent: 33, minutesLeft: 100 },
	{
		what: 'a lesson with its task',
		entries: [did('section', '1/skills'), did('task', '1/skills-lesson')],
		opened: 1,
		percent: 33,
		minutesLeft: 10,
	},
	{
		what: 'a task taken back',
		entries: [did('section', '1/skills'), did('task', '1/skills-lesson', false)],
		opened: 1,
		percent: 33,
		minutesLeft: 100,
	},
	{
		what: 'a lesson with its check',
		entries: [did('section', '1/skills'), did('lesson-quiz', '1/skills-lesson')],
		opened: 1,
		percent: 33,
		minutesLeft: 10,
	},
	{ what: 'a section that is gone', entries: [did('section', '1/retired')], opened: 0, percent: 0, minutesLeft: 100 },
	{ what: 'the section of another module', entries: [did('section', '2/intro')], opened: 0, percent: 0, minutesLeft: 100 },
])('with $what: $opened opened, $minutesLeft minutes left', ({ entries, opened, percent, minutesLeft }) => {
	expect(stateOf(entries)[0]).toEqual({ id: 1, isCompleted: false, opened, sections: 3, percent, minutesLeft })
})

test('a completed module is all done, and one without sections has no percent to be wrong', () => {
	expect(stateOf([], [1])).toEqual([
		{ id: 1, isCompleted: true, opened: 3, sections: 3, percent: 100, minutesLeft: 0 },
		{ id: 2, isCompleted: false, opened: 0, sections: 0, percent: 0, minutesLeft: 0 },
	])
})

test.each([
	[Number.NaN, 'nothing'],
	[0, 'nothing'],
	[1, 'about 5 minutes'],
	[12, 'about 10 minutes'],
	[57, 'about 55 minutes'],
	[58, 'about an hour'],
	[75, 'about 1.5 hours'],
	[90, 'about 1.5 hours'],
	[2070, 'about 34.5 hours'],
])('%d minutes are said as %s', (minutes, words) => {
	expect(formatMinutes(minutes)).toBe(words)
})
