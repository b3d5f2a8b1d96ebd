export const SELECTOR_CATEGORIES = ['time', 'energy', 'skills', 'money', 'tools'] as const
export type SelectorCategory = (typeof SELECTOR_CATEGORIES)[number]

/** Question IDs by category. Never change their order, because shared links depend on it. */
export const QUESTIONS_BY_CATEGORY = {
	time: ['time_available', 'time_consistency', 'time_flexibility'],
	energy: ['energy_after_work', 'energy_creative', 'energy_social'],
	skills: ['skills_tech', 'skills_communication', 'skills_creative', 'skills_analytical'],
	money: ['money_urgency', 'money_target', 'money_consistency'],
	tools: ['tools_budget', 'tools_learning', 'tools_complexity'],
} as const satisfies Record<SelectorCategory, readonly string[]>

export type SelectorQuestionId = (typeof QUESTIONS_BY_CATEGORY)[SelectorCategory][number]

export const SELECTOR_QUESTION_IDS: readonly SelectorQuestionId[] = SELECTOR_CATEGORIES.flatMap(
	(category): readonly SelectorQuestionId[] => QUESTIONS_BY_CATEGORY[category],
)

export const RATINGS = [1, 2, 3, 4, 5] as const
export type Rating = (typeof RATINGS)[number]

export const isRating = (value: unknown): value is Rating => RATINGS.some((rating) => rating === value)

/** Ratings by question. Unanswered questions have no entry. */
export type SelectorAnswers = Readonly<Partial<Record<SelectorQuestionId, Rating>>>

export const hasAnsweredAll = (answers: SelectorAnswers): boolean => countAnswers(answers) === SELECTOR_QUESTION_IDS.length

export const countAnswers = (answers: SelectorAnswers): number => SELECTOR_QUESTION_IDS.filter((id) => answers[id] !== undefined).length

/**
 * Keeps valid ratings of known questions and drops everything else.
 * @param raw from storage, or an account
 */
export function keepValidAnswers(raw: unknown): SelectorAnswers {
	if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return {}
	const given = raw as Record<string, unknown>
	const valid = SELECTOR_QUESTION_IDS.filter((id) => Object.hasOwn(given, id) && isRating(given[id])).map((id) => [id, given[id]])
	return Object.fromEntries(valid) as SelectorAnswers
}
