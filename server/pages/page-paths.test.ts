import { matchPath } from 'react-router'
import { expect, test } from 'vitest'

import { appPaths } from '#contracts/paths.ts'
import { loadTwoCourses } from '#tests/factories/two-courses.ts'
import { publicPaths, routePatterns } from '#tests/setup/page-paths.ts'

import { pagePaths } from './page-paths.ts'

/** The shipped content has one course and one offer. */
const ONLY_WITH_SEVERAL = ['/offers/:code', '/courses', '/courses/:courseId']

const answered = [...publicPaths, ...appPaths]

test('every route has a path that the server answers', () => {
	const patterns = routePatterns.filter((pattern) => !ONLY_WITH_SEVERAL.includes(pattern))
	expect(patterns.filter((pattern) => !answered.some((path) => matchPath(pattern, path)))).toEqual([])
})

test('a second course and offer have pages, and so has each module', () => {
	const added = pagePaths(loadTwoCourses(), routePatterns).filter((path) => !publicPaths.includes(path))
	expect(added).toEqual([
		'/course/module21',
		'/course/module22',
		'/courses',
		'/courses/spreadsheets',
		'/offers/spreadsheets',
		'/offers/everything',
		'/offers/first-formulas',
	])
	expect(ONLY_WITH_SEVERAL.filter((pattern) => !added.some((path) => matchPath(pattern, path)))).toEqual([])
})

test('every path that the server answers has a route', () => {
	expect(answered.filter((path) => !routePatterns.some((pattern) => matchPath(pattern, path)))).toEqual([])
})
