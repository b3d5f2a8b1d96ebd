import { expect, test } from 'vitest'

import { checkRelease } from '#content/check/check-release.server.ts'
import { loadTwoCourses, SHEETS, twoCourseEdits } from '#tests/factories/two-courses.ts'

import { loadEdited, loadedContent as shipped } from './loaded.server.ts'
import { ContentProblem } from './parsed-files.ts'

const load = (change: Record<string, string>) => loadEdited(new Map([...twoCourseEdits, ...Object.entries(change)]))

function faultsOf(change: Record<string, string>): string[] {
	try {
		load(change)
		return []
	} catch (error) {
		if (error instanceof ContentProblem) return error.issues.map(({ file, message }) => `${file}: ${message}`)
		throw error
	}
}

test('each module belongs to one course, and the main course is unchanged', () => {
	const content = loadTwoCourses()
	expect(content.courses.map(({ id }) => id)).toEqual(['main', 'career-path', 'spreadsheets'])
	expect([1, 6, 90, 21, 22].map((id) => content.courseOf(id).id)).toEqual(['main', 'main', 'career-path', 'spreadsheets', 'spreadsheets'])
	expect(() => content.courseOf(23)).toThrow('course with module 23')
	expect(content.gatedModules).toEqual(shipped.gatedModules)
	expect(content.modulePages).toEqual(shipped.modulePages)
	expect(content.courseOutline()).toEqual(shipped.courseOutline())
	expect(content.gatedModule(22)).toEqual({ id: 22, requires: 21, isFree: false, courseId: 'spreadsheets' })
	expect(content.readLesson(21, 'formulas')?.title).toBe('Formulas')
	expect(content.taughtModule(21).sections.map(({ lessonId }) => lessonId)).toEqual([null, 'formulas'])
})

test('an offer opens what it names, or the main course by default', () => {
	const content = loadTwoCourses()
	const codes = ['digital-income-mastery-lifetime', 'spreadsheets', 'everything', 'first-formulas']
	expect(codes.map((code) => [...content.modulesIn(content.contentsOf(code))])).toEqual([
		[1, 2, 3, 4, 5, 6, 90],
		[21, 22],
		[1, 2, 3, 4, 5, 6, 90, 21, 22],
		[21],
	])
	expect(content.offers.some((offer) => 'contains' in offer)).toBe(false)
})

test('a template opens with its courses, all others with the main course', () => {
	const { openersOf, libraryDocuments } = loadTwoCourses()
	expect(openersOf(SHEETS.template)).toEqual({ courses: ['spreadsheets'], modules: [21] })
	const others = [...libraryDocuments.keys()].filter((slug) => slug !== SHEETS.template)
	expect(others.every((slug) => openersOf(slug).courses.join() === 'main')).toBe(true)
})

test('checking a release with two courses finds no error', async () => {
	expect(await checkRelease(new Map(twoCourseEdits), { load: loadTwoCourses })).toEqual([])
})

const second = twoCourseEdits.get('courses/spreadsheets.json') ?? ''
const offers = twoCourseEdits.get('offers.json') ?? ''

const belongingTo = (belongsTo: string, file = second) => file.replace('{', `{"belongsTo": ${JSON.stringify(belongsTo)},`)
const track = (belongsTo: string) =>
	belongingTo(belongsTo, second)
		.replaceAll('"id": 21', '"id": 31')
		.replaceAll('"id": 22', '"id": 32')
		.replace('"requires": 21', '"requires": 31')
const trackFiles = (belongsTo: string) => ({
	'courses/charts.json': track(belongsTo),
	...Object.fromEntries(
		SHEETS.modules.map((id) => [
			`course/module-${id + 10}/module.json`,
			(twoCourseEdits.get(`course/module-${id}/module.json`) ?? '').replace(`"id": ${id}`, `"id": ${id + 10}`),
		]),
	),
})

test('a course belonging to another is opened by it, its offers and its templates, but not the reverse', () => {
	const content = load(trackFiles('spreadsheets'))
	expect(content.courses.map(({ id, belongsTo }) => [id, belongsTo])).toEqual([
		['main', null],
		['career-path', 'main'],
		['charts', 'spreadsheets'],
		['spreadsheets', null],
	])
	expect(content.gatedModule(32)).toEqual({ id: 32, requires: 31, isFree: false, courseId: 'charts', belongsTo: 'spreadsheets' })
	expect([...content.modulesIn(content.contentsOf('spreadsheets'))]).toEqual([31, 32, 21, 22])
	expect([...content.modulesIn({ courses: ['charts'], modules: [] })]).toEqual([31, 32])
	expect([...content.modulesIn({ courses: ['career-path'], modules: [] })]).toEqual([90])
	expect(content.openersOf(SHEETS.template)).toEqual({ courses: ['charts', 'spreadsheets'], modules: [21, 31] })
	expect([...load(trackFiles('main')).modulesIn({ courses: ['main'], modules: [] })]).toEqual([1, 2, 3, 4, 5, 6, 90, 31, 32])
})

test.each([
	[
		'a module of the main course',
		{ 'courses/spreadsheets.json': second.replace('"id": 21', '"id": 2').replace('"requires": 21', '"requires": 2') },
		'courses/spreadsheets.json: modules: number 2 belongs to course/course.json',
	],
	[
		'a module of another course',
		{ 'courses/more.json': second },
		'courses/spreadsheets.json: modules: number 21 belongs to courses/more.json',
	],
	['the name of the main course', { 'courses/main.json': second }, 'courses/main.json: this name belongs to the main course'],
	[
		'an offer of no course',
		{ 'offers.json': offers.replace('"spreadsheets"\n', '"sheets"\n') },
		'offers.json: offers.1.contains.courses: there is no course sheets',
	],
	[
		'an offer of no module',
		{ 'offers.json': offers.replaceAll('21', '23') },
		'offers.json: offers.3.contains.modules: there is no module 23',
	],
	[
		'a gate on a later module',
		{ 'courses/spreadsheets.json': second.replace('"requires": null', '"requires": 22') },
		'courses/spreadsheets.json: modules.0.requires: must be an earlier module of this course',
	],
	['a track of no course', trackFiles('sheets'), 'courses/charts.json: belongsTo: there is no other course sheets'],
	['a track of itself', trackFiles('charts'), 'courses/charts.json: belongsTo: there is no other course charts'],
	[
		'a track of a track',
		{ ...trackFiles('spreadsheets'), 'courses/spreadsheets.json': belongingTo('main') },
		'courses/charts.json: belongsTo: course spreadsheets itself belongs to another course',
	],
	['the name of the career path', { 'courses/career-path.json': second }, 'courses/career-path.json: this name belongs to the main course'],
	['a module without its page', { 'course/module-22/module.json': '{"id": 21}' }, 'course/module-22/module.json'],
])('%s is refused', (_what, change, message) => {
	expect(faultsOf(change).join('\n')).toContain(message)
})
