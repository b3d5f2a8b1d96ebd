import { expect, test } from 'vitest'

import { findUncarriedClaims } from './count-claims.ts'
import { claims } from './public.server.ts'
import { COUNTED_CLAIMS } from './schema/claim.ts'

test('the content carries every claim that is counted', () => {
	expect(findUncarriedClaims()).toEqual([])
	expect(claims.filter(({ basis }) => basis === 'counted').map(({ id }) => id)).toEqual([...COUNTED_CLAIMS])
})

test.each([
	['modules', '9', '8'],
	['modules', '7', '8'],
	['hours', '50+', '48'],
	['quiz-minutes', '0 min', '1'],
])('%s claimed as %s is refused: %s is what there is', (id, value, count) => {
	const claim = claims.find((candidate) => candidate.id === id)
	if (!claim) throw new Error(`no claim ${id}`)
	const told = claim.value
	claim.value = value
	try {
		expect(findUncarriedClaims()).toEqual([
			expect.stringMatching(new RegExp(`^content/marketing/claims.json: "${value.replace('+', String.raw`\+`)} .*${count} counted`)),
		])
	} finally {
		claim.value = told
	}
})
