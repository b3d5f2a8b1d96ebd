import { expect, test } from 'vitest'

import { findUnsupportedClaims } from './count-claims.ts'
import { loadedContent } from './loaded.server.ts'
import { COUNTED_CLAIMS } from './schema/claim.ts'

test('the content contains every counted claim', () => {
	expect(loadedContent.findUnsupportedClaims()).toEqual([])
	expect(loadedContent.claims.filter(({ basis }) => basis === 'counted').map(({ id }) => id)).toEqual([...COUNTED_CLAIMS])
})

test.each([
	['modules', '9', '8'],
	['modules', '7', '8'],
	['hours', '50+', '48'],
	['hours', '3000 min', '48'],
	['quiz-minutes', '0 min', '1'],
])('%s claimed as %s is refused, because there are %s', (id, value, count) => {
	const claim = loadedContent.claims.find((candidate) => candidate.id === id)
	if (!claim) throw new Error(`no claim ${id}`)
	const claims = loadedContent.claims.map((each) => (each === claim ? { ...claim, value } : each))
	expect(findUnsupportedClaims({ ...loadedContent, claims })).toEqual([
		expect.stringMatching(
			new RegExp(`^content/marketing/claims.json: says "${value.replace('+', String.raw`\+`)} .*but the content has ${count}`),
		),
	])
})

test('a message names hours with at most one decimal', () => {
	const [module] = loadedContent.course.modules
	if (!module) throw new Error('no module')
	const course = { ...loadedContent.course, modules: [{ ...module, minutes: 55 }] }
	const claims = loadedContent.claims.filter(({ id }) => id === 'hours')
	expect(findUnsupportedClaims({ ...loadedContent, course, claims })).toEqual([expect.stringContaining('but the content has 0.9')])
})
