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
	{ what: 'served before the payment', given: { servedAtMs: PAID - 1 }, counts: false },
	{ what: 'served at the moment of payment', given: { servedAtMs: PAID }, counts: false },
	{ what: 'served after the payment', given: { servedAtMs: PAID + 1 }, counts: true },
	{
		what: 'reported before, read again after',
		given: { reportedAtMs: PAID - 1, claimedAtMs: PAID - 2, servedAtMs: PAID + 1 },
		counts: false,
	},
	{ what: 'reported after, with that time', given: { reportedAtMs: PAID + 5, claimedAtMs: PAID + 1 }, counts: true },
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
])('a section $what counts: $counts', ({ given, counts }) => {
	expect(countOpenedSince([trace(given)], PAID)).toBe(counts ? 1 : 0)
})

test('a section counts once, and not if any of the readers opened it before the payment', () => {
	const after = trace({ servedAtMs: PAID + 1 })
	expect(countOpenedSince([after, after, trace({ section: '1/b', servedAtMs: PAID + 2 })], PAID)).toBe(2)
	expect(countOpenedSince([after, trace({ servedAtMs: PAID - 1 })], PAID)).toBe(0)
	expect(countOpenedSince([trace({ servedAtMs: PAID - 1 }), after], PAID)).toBe(0)
})

test('nothing counts before the payment', () => {
	expect(countOpenedSince([trace({ servedAtMs: 1 })], null)).toBe(0)
	expect(firstOpened(trace({}))).toBeNull()
})

test.each<{ what: string; given: Partial<SectionTrace>; first: number | null }>([
	{ what: 'only served', given: { servedAtMs: 7 }, first: 7 },
	{ what: 'only reported', given: { reportedAtMs: 7 }, first: 7 },
	{ what: 'only claimed, never reported', given: { claimedAtMs: 7 }, first: null },
	{ what: 'reported in the moment of serving, with an earlier time', given: { servedAtMs: 7, reportedAtMs: 7, claimedAtMs: 3 }, first: 3 },
	{ what: 'reported a moment after serving', given: { servedAtMs: 7, reportedAtMs: 8, claimedAtMs: 3 }, first: 7 },
	{
		what: 'reported before serving where only buyers read',
		given: { servedAtMs: 7, reportedAtMs: 6, claimedAtMs: 3, isFree: false },
		first: 6,
	},
])('$what: first opened at $first', ({ given, first }) => {
	expect(firstOpened(trace(given))).toBe(first)
})

test('a reader who never opened a section doesn’t hide that another did', () => {
	const after = trace({ servedAtMs: PAID + 1 })
	expect(countOpenedSince([after, trace({})], PAID)).toBe(1)
	expect(countOpenedSince([trace({}), after], PAID)).toBe(1)
})
