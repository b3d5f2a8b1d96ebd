import fc from 'fast-check'
import { expect, test } from 'vitest'

import { CAREER_RESULT_VALUES, rankingCriterion, rankTracks, TRACK_IDS, type TrackId, type TrackVote } from './career-path-quiz.ts'

const BY_LETTER: Record<string, TrackId> = {
	a: 'affiliate-marketer',
	p: 'digital-product-creator',
	c: 'online-coach-consultant',
}
/** Parses votes: `ap` is for the affiliate track first and the product track second; `a-` has no second choice. */
const from = (text: string): TrackVote[] =>
	text === '' ? [] : text.split(' ').map(([first = '', second = '']) => ({ first: BY_LETTER[first]!, second: BY_LETTER[second] ?? null }))
const order = (text: string) =>
	rankTracks(from(text)).map(({ id, points }) => `${id[0] === 'a' ? 'a' : id[0] === 'd' ? 'p' : 'c'}${points}`)

test.each([
	{ votes: 'a- a- p-', ranked: ['a4', 'p2', 'c0'], why: 'more points first' },
	{ votes: 'cp cp pa', ranked: ['c4', 'p4', 'a1'], why: 'equal points: more first votes' },
	{ votes: 'p- c-', ranked: ['p2', 'c2', 'a0'], why: 'equal votes: the earlier first vote' },
	{ votes: 'c- p-', ranked: ['c2', 'p2', 'a0'], why: 'equal votes: the earlier first vote, the other way round' },
	{ votes: '', ranked: ['a0', 'p0', 'c0'], why: 'nothing answered: the order of the specification' },
	{ votes: 'aa aa', ranked: ['a4', 'p0', 'c0'], why: 'a second vote for the same track counts nothing' },
	{ votes: 'ap ac', ranked: ['a4', 'p1', 'c1'], why: 'second votes alone: the order of the specification' },
])('$votes gives $ranked ($why)', ({ votes, ranked }) => {
	expect(order(votes)).toEqual(ranked)
})

test('the result lists the answers that counted for each track', () => {
	expect(rankTracks(from('ap c- ap')).map(({ id, match, reasons }) => ({ id, match, reasons }))).toEqual([
		{ id: 'affiliate-marketer', match: 67, reasons: [0, 2] },
		{ id: 'online-coach-consultant', match: 33, reasons: [1] },
		{ id: 'digital-product-creator', match: 33, reasons: [] },
	])
})

test('each answer shows its points, which add up to the total', () => {
	const ranked = rankTracks(from('ap c- aa'))
	expect(ranked.map(({ points, scores }) => ({ points, scores }))).toEqual([
		{ points: 4, scores: [2, 0, 2] },
		{ points: 2, scores: [0, 2, 0] },
		{ points: 1, scores: [1, 0, 0] },
	])
})

test.each([
	{ votes: 'a- a- p-', by: 'points' },
	{ votes: 'cp cp pa', by: 'firsts' },
	{ votes: 'p- c-', by: 'earliest' },
	{ votes: '', by: 'order' },
])('$votes: first place is decided by $by', ({ votes, by }) => {
	const [first, second] = rankTracks(from(votes))
	expect(rankingCriterion(first!, second!)).toBe(by)
})

test('before the first answer every track has a match of zero', () => {
	expect(rankTracks([]).map(({ match }) => match)).toEqual([0, 0, 0])
})

test('an account accepts track results and the three options of a question', () => {
	expect(CAREER_RESULT_VALUES).toEqual([...TRACK_IDS, '0', '1', '2'])
})

const track = fc.constantFrom(...TRACK_IDS)
const vote: fc.Arbitrary<TrackVote> = fc.record({ first: track, second: fc.option(track) })

/** Independent implementation: ranks each track by one number whose digits follow the tie-break rules. */
function rankByHand(votes: readonly TrackVote[]): TrackId[] {
	const weight = new Map<TrackId, number>()
	TRACK_IDS.forEach((id, place) => {
		let points = 0
		let firsts = 0
		let earliest = votes.length
		for (const [index, { first, second }] of votes.entries()) {
			if (first === id) {
				points += 2
				firsts += 1
				earliest = Math.min(earliest, index)
			} else if (second === id) points += 1
		}
		weight.set(id, ((points * 100 + firsts) * 100 + (votes.length - earliest)) * 10 + (TRACK_IDS.length - place))
	})
	return [...weight].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
}

test('for 1,000 random sets of ten answers, the ranking equals a reference calculation', () => {
	fc.assert(
		fc.property(fc.array(vote, { minLength: 10, maxLength: 10 }), (votes) => {
			expect(rankTracks(votes).map(({ id }) => id)).toEqual(rankByHand(votes))
		}),
		{ numRuns: 1000 },
	)
})
