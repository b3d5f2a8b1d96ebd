import { expect, test } from 'vitest'

import type { GatedModule } from './check-module-access.ts'
import { type CourseContents, coursesThatOpen, contentsThatOpen, joinContents, MAIN_COURSE, opensModule } from './course-contents.ts'

const ofMain: GatedModule = { id: 2, requires: null, isFree: false }
const ofSheets: GatedModule = { id: 21, requires: null, isFree: false, courseId: 'sheets' }
const ofCharts: GatedModule = { id: 31, requires: null, isFree: false, courseId: 'charts', belongsTo: 'sheets' }

const contents = (courses: string[], modules: number[] = []): CourseContents => ({ courses, modules })

test.each([
	{ held: contents(['main']), opened: [true, false, false] },
	{ held: contents(['sheets']), opened: [false, true, true] },
	{ held: contents(['charts']), opened: [false, false, true] },
	{ held: contents([], [31]), opened: [false, false, true] },
	{ held: contents([], [2, 21]), opened: [true, true, false] },
	{ held: contents([]), opened: [false, false, false] },
])('$held opens main course, other course, its track: $opened', ({ held, opened }) => {
	expect([ofMain, ofSheets, ofCharts].map((module) => opensModule(held, module))).toEqual(opened)
})

test('each module lists the courses and modules that open it', () => {
	expect([ofMain, ofSheets, ofCharts].map(contentsThatOpen)).toEqual([
		contents(['main'], [2]),
		contents(['sheets'], [21]),
		contents(['charts', 'sheets'], [31]),
	])
})

test('access to a whole course can be checked without a module', () => {
	expect(coursesThatOpen(MAIN_COURSE)).toEqual(['main'])
	expect([opensModule(contents(['main']), MAIN_COURSE), opensModule(contents(['sheets'], [2]), MAIN_COURSE)]).toEqual([true, false])
})

test('what several purchases open is listed once, modules by number', () => {
	expect(joinContents([contents(['sheets'], [10, 2]), contents(['main', 'sheets'], [9, 10])])).toEqual(
		contents(['main', 'sheets'], [2, 9, 10]),
	)
})
