import { expect, test } from 'vitest'

import { countOpenedSince, firstOpened, type SectionTrace } from './first-opened.ts'

const PAID = 1000
const trace = (changes: Partial<SectionTrace>): SectionTrace => ({
	section: '1/a',
	servedAtMs: null,
	reportedAtMs: null,
	claimedAtMs: null,
	isFree: true,
	...changes,
})

test.each<{ what: string; given: Partial<SectionTrace>; counts: boolean }>([
	{ what: 'never opened', given: {}, counts: false },
	{ what: 'handed out before the payment', given: { servedAtMs: PAID - 1 }, counts: false },
	{ what: 'handed out in the moment of the payment', given: { servedAtMs: PAID }, counts: false },
	{ what: 'handed out after the payment', given: { servedAtMs: PAID + 1 }, counts: true },
	{
		what: 'reported before, read again after',
		given: { reportedAtMs: PAID - 1, claimedAtMs: PAID - 2, servedAtMs: PAID + 1 },
		counts: false,
	},
	{ what: 'reported after, as of then', given: { reportedAtMs: PAID + 5, claimedAtMs: PAID + 1 }, counts: true },
	{ what: 'read signed out before, signed in after', given: { reportedAtMs: PAID + 5, claimedAtMs: PAID - 1 }, counts: false },
	{
		what: 'the same, and read again signed in',
		given: { reportedAtMs: PAID + 5, claimedAtMs: PAID - 1, servedAtMs: PAID + 9 },
		counts: false,
	},
	{
		what: 'read after the payment and dated back afterwards',
		given: { servedAtMs: PAID + 5, reportedAtMs: PAID + 6, claimedAtMs: PAID - 1 },
		counts: true,
	},
	{
		what: 'dated back where only buyers could read',
		given: { reportedAtMs: PAID + 5, claimedAtMs: PAID - 1, isFree: false },
		counts: true,
	},
])('a section $what: does it count? $counts', ({ given, counts }) => {
	expect(countOpenedSince([trace(given)], PAID)).toBe(counts ? 1 : 0)
})

test('a section counts once, and not at all if one of the readers opened it before', () => {
	const after = trace({ servedAtMs: PAID + 1 })
	expect(countOpenedSince([after, after, trace({ section: '1/b', servedAtMs: PAID + 2 })], PAID)).toBe(2)
	expect(countOpenedSince([after, trace({ servedAtMs: PAID - 1 })], PAID)).toBe(0)
})

test('before the payment nothing counts', () => {
	expect(countOpenedSince([trace({ servedAtMs: 1 })], null)).toBe(0)
	expect(firstOpened(trace({}))).toBeNull()
})
