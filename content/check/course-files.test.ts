import { expect, test } from 'vitest'

import { findKnownPaths } from './check-sources.ts'
import { checkCourseFiles, checkModuleNumbers, listModuleNumbers } from './course-files.ts'

const LIST = `{
	"modules": [
		{ "id": 1, "gate": null },
		{ "id": 12, "gate": null }
	]
}`
const page = (id: number, more = '') => `{\n\t"id": ${id},${more}\n\t"sections": []\n}`
const COURSE: Record<string, string> = {
	'course/course.json': LIST,
	'course/module-1/module.json': page(1),
	'course/module-12/module.json': page(12),
	'course/module-12/lessons/intro.md': '',
}
const sourcesOf = (change: Record<string, string | null>) =>
	new Map(Object.entries({ ...COURSE, ...change }).flatMap(([file, source]) => (source === null ? [] : [[file, source] as const])))
const issuesOf = (change: Record<string, string | null>) =>
	checkCourseFiles(sourcesOf(change)).map(({ file, line, message }) => `${file}:${line}: ${message}`)

test('modules are found from the list, in any number and order', () => {
	expect(issuesOf({})).toEqual([])
	expect(listModuleNumbers(sourcesOf({}))).toEqual([1, 12])
	const isKnownPath = findKnownPaths(sourcesOf({}))
	expect(isKnownPath('/course/module12?section=intro')).toBe(true)
	expect(isKnownPath('/course/module2')).toBe(false)
})

test.each([
	{
		what: 'a module without its file',
		change: { 'course/module-12/module.json': null },
		issue: 'course/course.json:4: lists module 12, which doesn’t exist: remove it, or create the module',
	},
	{
		what: 'an unlisted folder',
		change: { 'course/module-2/module.json': page(2) },
		issue: 'course/module-2/module.json:1: isn’t listed in course/course.json: add module 2 there, or delete this page',
	},
	{
		what: 'a file of another module',
		change: { 'course/module-12/module.json': page(3) },
		issue: "course/module-12/module.json:2: id must be 12, as in the folder's name",
	},
	{
		what: 'projects in two modules',
		change: {
			'course/module-1/module.json': page(1, '"projectChoice": {},'),
			'course/module-12/module.json': page(12, '\n"projectChoice": {},'),
		},
		issue: 'course/module-12/module.json:3: has a project choice, but another module already has one: keep it in one module',
	},
	{ what: 'no list', change: { 'course/course.json': null }, issue: 'course/course.json:1: does not exist' },
])('$what is reported with file and line', ({ change, issue }) => {
	expect(issuesOf(change)).toContain(issue)
})

test('outside placeholders the number of modules must be right', () => {
	const issues = (text: string) =>
		checkModuleNumbers(sourcesOf({ 'site.json': `{\n\t"description": "A course of ${text}, one step at a time."\n}` }))
	expect(issues('two modules')).toEqual([])
	expect(issues('2 course modules')).toEqual([])
	expect(issues('many modules')).toEqual([])
	expect(issues('Six modules')).toEqual([{ file: 'site.json', line: 2, message: 'says "six modules", but course/course.json has two' }])
})
