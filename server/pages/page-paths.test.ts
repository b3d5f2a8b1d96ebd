import { matchPath } from 'react-router'
import { expect, test } from 'vitest'

import { appPaths } from '#contracts/app-paths.ts'
import { publicPaths, routePatterns } from '#tests/setup/page-paths.ts'

const answered = [...publicPaths, ...appPaths]

test('every route has an address that the server answers', () => {
	// An offer beside the first has a page; the shipped content sells one.
	const patterns = routePatterns.filter((pattern) => pattern !== '/offers/:code')
	expect(patterns.filter((pattern) => !answered.some((path) => matchPath(pattern, path)))).toEqual([])
})

test('every address that the server answers has a route, so none of them is a 404 in disguise', () => {
	expect(answered.filter((path) => !routePatterns.some((pattern) => matchPath(pattern, path)))).toEqual([])
})
