import { expect, test } from 'vitest'

import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { measureCourseProgress, type ModuleOutline } from '#domain/progress/measure-course.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { findNextStep } from './next-step.ts'

const sections = ['intro', 'skills'].map((id) => ({ id, lessonId: null, milestoneId: null, exercises: [], minutes: 10 }))
const outline: ModuleOutline[] = [
	{ id: 1, sections },
	{ id: 2, sections },
]
const visit = (key: string, changedAt: number): ProgressEntry => ({ kind: 'section', key, done: true, changedAt })

test.each([
	{ opened: [], completed: [], step: { kind: 'start', moduleId: 1, href: '/course/module1' } },
	{
		opened: [visit('1/skills', 2)],
		completed: [],
		step: { kind: 'continue', moduleId: 1, sectionId: 'skills', href: '/course/module1?section=skills' },
	},
	{
		opened: [visit('2/skills', 2), visit('1/intro', 3)],
		completed: [1],
		step: { kind: 'continue', moduleId: 2, sectionId: 'skills', href: '/course/module2?section=skills' },
	},
	{
		opened: [visit('1/intro', 2), visit('1/skills', 1)],
		completed: [],
		step: { kind: 'complete', moduleId: 1, href: '/course/module1?section=skills' },
	},
	{ opened: [visit('1/skills', 2)], completed: [1], step: { kind: 'start', moduleId: 2, href: '/course/module2' } },
	{
		opened: [visit('1/intro', 1)],
		completed: [1, 2, 3, 4, 5, 6],
		step: { kind: 'catch-up', moduleId: 1, missing: { sectionId: 'skills', kind: 'reading' }, left: 1 },
	},
	{
		opened: ['1/intro', '1/skills', '2/intro', '2/skills'].map((key) => visit(key, 1)),
		completed: [1, 2, 3, 4, 5, 6],
		step: { kind: 'finished' },
	},
])('with $completed completed and $opened.length sections opened: $step.kind', ({ opened, completed, step }) => {
	const progress = { entries: opened, completed: new Set(completed as ModuleId[]) }
	const { modules } = measureCourseProgress({ modules: outline, passPercent: 60 }, { entries: opened, exercises: [] })
	expect(findNextStep({ ...progress, modules })).toEqual(step)
})
