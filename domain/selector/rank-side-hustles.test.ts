import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rankSideHustles, scoreCategories, SIDE_HUSTLE_IDS, type CategoryScores, type SideHustleId } from './rank-side-hustles.ts'
import {
	SELECTOR_CATEGORIES,
	SELECTOR_QUESTION_IDS,
	type Rating,
	type SelectorAnswers,
	type SelectorCategory,
} from './selector-questions.ts'

/** The score ranges, written out by hand, in this order: time, energy, skills, money, tools. */
const TABLE: [SideHustleId, string][] = [
	['affiliate-marketing', '2-4 3-5 2-4 2-4 1-3'],
	['freelance-services', '3-5 3-5 3-5 4-5 1-3'],
	['print-on-demand', '2-4 2-4 3-5 1-3 2-4'],
	['content-creation', '4-5 4-5 3-5 2-5 2-5'],
	['data-research', '3-5 2-4 4-5 3-5 1-3'],
	['digital-products', '4-5 4-5 4-5 2-5 3-5'],
]
const bounds = TABLE.flatMap(([id, row]) =>
	row.split(' ').map((range, index) => {
		const [min = 0, max = 0] = range.split('-').map(Number)
		return { id, category: SELECTOR_CATEGORIES[index] as SelectorCategory, min, max }
	}),
)

const flat = (value: number): CategoryScores => ({ time: value, energy: value, skills: value, money: value, tools: value })
const fitsIn = (id: SideHustleId, category: SelectorCategory, value: number) =>
	rankSideHustles({ ...flat(1), [category]: value })
		.find((ranked) => ranked.id === id)
		?.fits.includes(category)

test.each(bounds)('$id matches a $category score from $min to $max, inclusive', ({ id, category, min, max }) => {
	const inside = [min, max, (min + max) / 2].map((value) => fitsIn(id, category, value))
	const outside = [min - 0.25, max + 0.25, min - 0.001, max + 0.001].map((value) => fitsIn(id, category, value))
	expect([inside, outside]).toEqual([
		[true, true, true],
		[false, false, false, false],
	])
})

const rating = fc.constantFrom<Rating[]>(1, 2, 3, 4, 5)
const anyAnswers = fc.record(Object.fromEntries(SELECTOR_QUESTION_IDS.map((id) => [id, rating])), {
	requiredKeys: [],
}) as fc.Arbitrary<SelectorAnswers>

/** Independent implementation with integers only: a category matches if min * n <= sum <= max * n. */
function matchByHand(answers: SelectorAnswers): { id: SideHustleId; match: number }[] {
	const tallies = new Map(SELECTOR_CATEGORIES.map((category) => [category as string, { sum: 0, count: 0 }]))
	for (const id of SELECTOR_QUESTION_IDS) {
		const tally = tallies.get(id.slice(0, id.indexOf('_')))!
		tally.sum += answers[id] === undefined ? 1 : answers[id]
		tally.count += 1
	}
	const points = new Map<SideHustleId, number>()
	for (const { id, category, min, max } of bounds) {
		const { sum, count } = tallies.get(category)!
		const isIn = min * count <= sum && sum <= max * count
		points.set(id, (points.get(id) ?? 0) + (isIn ? 20 : 0))
	}
	return [100, 80, 60, 40, 20, 0].flatMap((match) => TABLE.flatMap(([id]) => (points.get(id) === match ? [{ id, match }] : [])))
}

test('for 1,000 random answer sets, ranking and percentages equal a reference calculation', () => {
	fc.assert(
		fc.property(anyAnswers, (answers) => {
			expect(rankSideHustles(scoreCategories(answers)).map(({ id, match }) => ({ id, match }))).toEqual(matchByHand(answers))
		}),
		{ numRuns: 1000 },
	)
})

test('an unanswered question scores 1', () => {
	expect(scoreCategories({})).toEqual(flat(1))
	expect(scoreCategories({ time_available: 4, skills_tech: 5 })).toEqual({ ...flat(1), time: 2, skills: 2 })
})

test('equal matches keep the specified order', () => {
	expect(rankSideHustles(flat(0)).map(({ id, match }) => [id, match])).toEqual(SIDE_HUSTLE_IDS.map((id) => [id, 0]))
})

test('each type lists which categories fit and which don’t', () => {
	const [first] = rankSideHustles({ time: 3, energy: 4, skills: 3, money: 3, tools: 2 })
	expect(first).toEqual({ id: 'affiliate-marketing', match: 100, fits: ['time', 'energy', 'skills', 'money', 'tools'], misses: [] })
	expect(rankSideHustles(flat(3)).find(({ id }) => id === 'freelance-services')).toMatchObject({ match: 80, misses: ['money'] })
})
