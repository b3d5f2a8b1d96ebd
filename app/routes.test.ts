import { matchPath } from 'react-router'
import { expect, test } from 'vitest'

import { appPaths } from '#contracts/app-paths.ts'

import { prerenderPaths, routePatterns as patterns } from './prerender-paths.ts'

const answered = [...prerenderPaths, ...appPaths]

test('every route has an address the server answers: a file, or the app shell', () => {
	expect(patterns.filter((pattern) => !answered.some((path) => matchPath(pattern, path)))).toEqual([])
})

test('every address the server answers has a route, so none of them is a 404 in disguise', () => {
	expect(answered.filter((path) => !patterns.some((pattern) => matchPath(pattern, path)))).toEqual([])
})
