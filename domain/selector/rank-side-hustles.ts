import { QUESTIONS_BY_CATEGORY, SELECTOR_CATEGORIES, type SelectorAnswers, type SelectorCategory } from './selector-questions.ts'

export type ScoreRange = readonly [min: number, max: number]

/** Inclusive range of each category's score. Types with equal matches keep this order. */
export const SCORE_RANGES = {
	'affiliate-marketing': { time: [2, 4], energy: [3, 5], skills: [2, 4], money: [2, 4], tools: [1, 3] },
	'freelance-services': { time: [3, 5], energy: [3, 5], skills: [3, 5], money: [4, 5], tools: [1, 3] },
	'print-on-demand': { time: [2, 4], energy: [2, 4], skills: [3, 5], money: [1, 3], tools: [2, 4] },
	'content-creation': { time: [4, 5], energy: [4, 5], skills: [3, 5], money: [2, 5], tools: [2, 5] },
	'data-research': { time: [3, 5], energy: [2, 4], skills: [4, 5], money: [3, 5], tools: [1, 3] },
	'digital-products': { time: [4, 5], energy: [4, 5], skills: [4, 5], money: [2, 5], tools: [3, 5] },
} as const satisfies Record<string, Record<SelectorCategory, ScoreRange>>

export type SideHustleId = keyof typeof SCORE_RANGES
export const SIDE_HUSTLE_IDS = Object.keys(SCORE_RANGES) as readonly SideHustleId[]

export type CategoryScores = Readonly<Record<SelectorCategory, number>>

/** Averages the ratings of each category, 1 to 5. An unanswered question counts as 1. */
export function scoreCategories(answers: SelectorAnswers): CategoryScores {
	const average = (category: SelectorCategory) => {
		const ids = QUESTIONS_BY_CATEGORY[category]
		return ids.reduce((sum, id) => sum + (answers[id] ?? 1), 0) / ids.length
	}
	return Object.fromEntries(SELECTOR_CATEGORIES.map((category) => [category, average(category)])) as CategoryScores
}

export type RankedSideHustle = {
	id: SideHustleId
	/** Percentage of the five categories that fit. */
	match: number
	fits: readonly SelectorCategory[]
	misses: readonly SelectorCategory[]
}

/** Ranks the types, best first. A category fits if its exact average, not the rounded one, is within the type's range. */
export function rankSideHustles(scores: CategoryScores): RankedSideHustle[] {
	return SIDE_HUSTLE_IDS.map((id) => {
		const isFit = (category: SelectorCategory) => {
			const [min, max] = SCORE_RANGES[id][category]
			return scores[category] >= min && scores[category] <= max
		}
		const fits = SELECTOR_CATEGORIES.filter(isFit)
		const misses = SELECTOR_CATEGORIES.filter((category) => !isFit(category))
		return { id, match: Math.round((fits.length / SELECTOR_CATEGORIES.length) * 100), fits, misses }
	}).toSorted((a, b) => b.match - a.match)
}
