import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isExerciseDone, measureCourseProgress, missingPieces, nearestMissing, type CourseOutline } from './measure-course.ts'
import type { ProgressDetail, ProgressEntry, ProgressKind } from './progress-entry.ts'

const calls = { id: 'calls', fields: ['who', 'when', 'why'], columns: [] }
const prices = { id: 'prices', fields: ['goal'], columns: ['what', 'amount'] }
const course: CourseOutline = {
	modules: [
		{
			id: 1,
			sections: [
				{ id: 'intro', lessonId: null, milestoneId: null, exercises: [], minutes: 10 },
				{ id: 'skills', lessonId: 'skills-lesson', milestoneId: null, exercises: [calls, prices], minutes: 80 },
				{ id: 'design', lessonId: 'design', milestoneId: 'wireframes', exercises: [], minutes: 40 },
			],
		},
		{ id: 2, sections: [] },
	],
	passPercent: 60,
}
const did = (kind: ProgressKind, key: string, more: { done?: boolean; detail?: ProgressDetail } = {}): ProgressEntry => ({
	kind,
	key,
	done: true,
	changedAt: 1,
	...more,
})
const scored = (score: number) => did('lesson-quiz', '1/skills-lesson', { detail: { score, total: 5 } })
const fill = (exerciseId: string, ids: readonly string[], value = 'x') => ({
	moduleId: 1,
	lessonId: 'skills-lesson',
	exerciseId,
	fields: ids.map((id) => ({ id, value })),
})
const bothFilled = [fill('calls', ['who', 'when']), fill('prices', ['goal', 'what.1'])]
const everything = [
	did('section', '1/intro'),
	...['skills-lesson', 'design'].flatMap((id) => [
		did('reading', `1/${id}`),
		did('task', `1/${id}`),
		did('lesson-quiz', `1/${id}`, { detail: { score: 3, total: 5 } }),
	]),
	did('milestone', '1/wireframes'),
]

test.each([
	{ what: 'nothing', entries: [], exercises: [], shares: '0/3 0/1 0/2 0/3', percent: 0, minutesLeft: 130 },
	{ what: 'the completed flag', entries: [did('module', '1')], exercises: [], shares: '0/3 0/1 0/2 0/3', percent: 0, minutesLeft: 130 },
	{
		what: 'all opened: an overview is read, a lesson is not',
		entries: ['intro', 'skills', 'design'].map((id) => did('section', `1/${id}`)),
		exercises: [],
		shares: '1/3 0/1 0/2 0/3',
		percent: 11,
		minutesLeft: 120,
	},
	{
		what: 'a text half read',
		entries: [did('reading', '1/skills-lesson', { done: false })],
		exercises: [],
		shares: '0/3 0/1 0/2 0/3',
		percent: 0,
		minutesLeft: 130,
	},
	{
		what: 'a text read',
		entries: [did('reading', '1/skills-lesson')],
		exercises: [],
		shares: '1/3 0/1 0/2 0/3',
		percent: 11,
		minutesLeft: 110,
	},
	{ what: 'one exercise of two', entries: [], exercises: bothFilled.slice(1), shares: '0/3 0/1 0/2 0/3', percent: 0, minutesLeft: 130 },
	{ what: 'both exercises', entries: [], exercises: bothFilled, shares: '0/3 1/1 0/2 0/3', percent: 11, minutesLeft: 110 },
	{
		what: 'the exercises of another lesson',
		entries: [],
		exercises: bothFilled.map((one) => ({ ...one, lessonId: 'design' })),
		shares: '0/3 0/1 0/2 0/3',
		percent: 0,
		minutesLeft: 130,
	},
	{ what: 'a check failed', entries: [scored(2)], exercises: [], shares: '0/3 0/1 0/2 0/3', percent: 0, minutesLeft: 130 },
	{ what: 'a check passed', entries: [scored(3)], exercises: [], shares: '0/3 0/1 1/2 0/3', percent: 11, minutesLeft: 110 },
	{
		what: 'an unchecked task',
		entries: [did('task', '1/skills-lesson', { done: false })],
		exercises: [],
		shares: '0/3 0/1 0/2 0/3',
		percent: 0,
		minutesLeft: 130,
	},
	{
		what: 'a milestone',
		entries: [did('milestone', '1/wireframes')],
		exercises: [],
		shares: '0/3 0/1 0/2 1/3',
		percent: 11,
		minutesLeft: 120,
	},
	{
		what: 'the same of module 2',
		entries: [did('milestone', '2/wireframes')],
		exercises: [],
		shares: '0/3 0/1 0/2 0/3',
		percent: 0,
		minutesLeft: 130,
	},
	{
		what: 'a removed section',
		entries: [did('section', '1/retired')],
		exercises: [],
		shares: '0/3 0/1 0/2 0/3',
		percent: 0,
		minutesLeft: 130,
	},
	{ what: 'everything', entries: everything, exercises: bothFilled, shares: '3/3 1/1 2/2 3/3', percent: 100, minutesLeft: 0 },
])('with $what: $shares, $percent percent, $minutesLeft minutes left', ({ entries, exercises, shares, percent, minutesLeft }) => {
	const measure = measureCourseProgress(course, { entries, exercises })
	const { read, exercised, checked, handedIn } = measure
	expect([read, exercised, checked, handedIn].map(({ done, of }) => `${done}/${of}`).join(' ')).toBe(shares)
	expect(measure).toMatchObject({ percent, minutesLeft })
	expect(measure.modules[0]).toMatchObject({ percent, minutesLeft })
	expect(measure.modules[1]).toMatchObject({ percent: 0, minutesLeft: 0, all: { done: 0, of: 0 } })
})

test.each([
	{ exercise: calls, ids: ['who'], is: false },
	{ exercise: calls, ids: ['who', 'when'], is: true },
	{ exercise: calls, ids: ['who', 'where', 'how'], is: false },
	{ exercise: calls, ids: ['who', 'when'], value: ' ', is: false },
	{ exercise: prices, ids: ['what.1', 'what.2'], is: true },
	{ exercise: prices, ids: ['goal'], is: false },
	{ exercise: prices, ids: ['goal', 'colour.1'], is: false },
	{ exercise: { id: 'long', fields: ['a', 'b', 'c', 'd'], columns: ['what'] }, ids: ['what.1', 'what.2', 'what.3'], is: false },
	{ exercise: { id: 'x', fields: ['one'], columns: [] }, ids: [], is: false },
])('of $exercise.fields $exercise.columns the fields $ids are sufficient: $is', ({ exercise, ids, value, is }) => {
	expect(isExerciseDone(exercise, fill(exercise.id, ids, value))).toBe(is)
})

test('the nearest missing item is in the section, else after it, else before it', () => {
	const at = (entries: ProgressEntry[], from: string | null) => {
		const [module] = measureCourseProgress(course, { entries, exercises: bothFilled }).modules
		return module ? nearestMissing(module, from) : null
	}
	expect(at([], null)).toEqual({ sectionId: 'intro', kind: 'reading' })
	expect(at([], 'skills')).toEqual({ sectionId: 'skills', kind: 'reading' })
	expect(at([did('reading', '1/skills-lesson')], 'skills')).toEqual({ sectionId: 'skills', kind: 'check' })
	expect(at(everything.slice(1), 'design')).toEqual({ sectionId: 'intro', kind: 'reading' })
	expect(at([], 'gone')).toEqual({ sectionId: 'intro', kind: 'reading' })
	expect(at(everything, 'design')).toBeNull()
})

const SECTION = fc.record({
	id: fc.constantFrom('a', 'b', 'c', 'd'),
	lessonId: fc.option(fc.constantFrom('a', 'b', 'c')),
	milestoneId: fc.option(fc.constantFrom('m', 'n')),
	exercises: fc.array(fc.constantFrom(calls, prices), { maxLength: 2 }),
	minutes: fc.integer({ min: -5, max: 200 }),
})
const COURSES = fc.record({
	modules: fc.array(
		fc.record({ id: fc.constantFrom(1 as const, 2 as const, 3 as const), sections: fc.array(SECTION, { maxLength: 30 }) }),
		{
			maxLength: 9,
		},
	),
	passPercent: fc.integer({ min: 1, max: 100 }),
})
const ENTRIES = fc.array(
	fc.record({
		kind: fc.constantFrom('section', 'reading', 'task', 'lesson-quiz', 'milestone', 'module'),
		key: fc.constantFrom('1', '1/a', '2/b', '3/c', '1/m', '2/n'),
		done: fc.boolean(),
		changedAt: fc.constant(1),
		detail: fc.constantFrom(undefined, { score: 3, total: 5 }, { score: Number.NaN, total: 0 }),
	}) as fc.Arbitrary<ProgressEntry>,
	{ maxLength: 12 },
)

test('in any course modules add up, 100 percent means nothing is missing, and more work never counts less', () => {
	fc.assert(
		fc.property(COURSES, ENTRIES, ENTRIES, (any, entries, more) => {
			const measure = measureCourseProgress(any, { entries, exercises: [] })
			const sum = (pick: 'done' | 'of') => measure.modules.reduce((total, { all }) => total + all[pick], 0)
			expect(measure.all).toEqual({ done: sum('done'), of: sum('of') })
			for (const module of measure.modules) {
				const missing = missingPieces(module)
				expect(missing).toHaveLength(module.all.of - module.all.done)
				expect(module.percent === 100).toBe(module.all.of > 0 && missing.length === 0)
				if (missing.length === 0) expect(module.minutesLeft).toBe(0)
				expect(module.minutesLeft).toBeGreaterThanOrEqual(0)
			}
			const further = measureCourseProgress(any, {
				entries: [...entries, ...more.filter(({ kind }) => kind !== 'lesson-quiz')],
				exercises: bothFilled,
			})
			expect(further.all.done).toBeGreaterThanOrEqual(measure.all.done)
			expect(further.minutesLeft).toBeLessThanOrEqual(measure.minutesLeft)
		}),
	)
})

test('a lesson without a check and a task is done once its text is read', () => {
	const section = { id: 'short', lessonId: 'short', milestoneId: null, exercises: [], minutes: 10, without: ['check', 'task'] } as const
	const measure = (entries: ProgressEntry[]) =>
		measureCourseProgress({ modules: [{ id: 1, sections: [section] }], passPercent: 60 }, { entries, exercises: [] })
	expect(measure([])).toMatchObject({ percent: 0, minutesLeft: 10, all: { of: 1 } })
	expect(measure([did('reading', '1/short')])).toMatchObject({ percent: 100, minutesLeft: 0, checked: { of: 0 }, handedIn: { of: 0 } })
})
