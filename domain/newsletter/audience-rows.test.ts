import { expect, test } from 'vitest'

import { MAX_CONDITIONS, negateClause, phraseAudience, readAudienceRows, writeAudienceRows } from './audience-rows.ts'

test('rows are read from a form and written to a URL without loss; empty ones and those beyond the limit are left out', () => {
	const fields = { match: 'any', 'if-0': 'module=2', 'not-0': 'not', 'if-1': '', 'not-1': 'not', 'if-3': 'source=blog', 'not-3': '' }
	const rows = [
		{ value: 'module=2', isNot: true },
		{ value: 'source=blog', isNot: false },
	]
	expect(readAudienceRows(fields)).toEqual({ match: 'any', rows })
	const written = writeAudienceRows({ match: 'any', rows: [...rows, { value: '', isNot: true }] })
	expect(written).toEqual({ match: 'any', 'if-0': 'module=2', 'not-0': 'not', 'if-1': 'source=blog' })
	expect(readAudienceRows(written)).toEqual({ match: 'any', rows })
	expect(readAudienceRows({ match: 'nonsense', [`if-${MAX_CONDITIONS}`]: 'module=2' })).toEqual({ match: 'all', rows: [] })
})

test.each([
	['came through the pop-up', 'didn’t come through the pop-up'],
	['got “Solo”', 'didn’t get “Solo”'],
	['completed “Offers”', 'didn’t complete “Offers”'],
	['hasn’t started', 'has started or has no account'],
	['was active in the last 14 days', 'wasn’t active in the last 14 days'],
	['has been inactive for 14 days', 'hasn’t been inactive for 14 days'],
	['has a certificate', 'doesn’t have a certificate'],
	['has access to the course', 'has no access to the course'],
	['likes tea', 'isn’t someone who likes tea'],
])('the opposite of “%s” is “%s”', (clause, opposite) => {
	expect(negateClause(clause)).toBe(opposite)
})

test.each([
	['all', [], 'all subscribers'],
	['any', ['has a certificate'], 'every subscriber who has a certificate'],
	['all', ['has a certificate', 'came through the pop-up'], 'every subscriber who has a certificate and came through the pop-up'],
	['any', ['a', 'b', 'c'], 'every subscriber who a, b, or c'],
] as const)('an audience that matches %s of %j is “%s”', (match, clauses, phrase) => {
	expect(phraseAudience(match, clauses)).toBe(phrase)
})
