import { unpackAnswers } from './pack-answers.ts'
import { rankSideHustles, scoreCategories, SIDE_HUSTLE_IDS } from './rank-side-hustles.ts'
import { hasAnsweredAll, RATINGS, SELECTOR_QUESTION_IDS, type SelectorAnswers } from './selector-questions.ts'

/** Allowed values in a stored result: the best type, and the ratings. */
export const SELECTOR_RESULT_VALUES: readonly string[] = [...SIDE_HUSTLE_IDS, ...RATINGS.map(String)]

export type SelectorResult = { type: string; answers: string }

/** Converts answers to a result for the account; null while a question is unanswered. */
export function toSelectorResult(answers: SelectorAnswers): SelectorResult | null {
	const first = rankSideHustles(scoreCategories(answers))[0]
	if (!first || !hasAnsweredAll(answers)) return null
	return { type: first.id, answers: SELECTOR_QUESTION_IDS.map((id) => answers[id]).join(',') }
}

/** Parses the ratings of a stored result; null unless there are sixteen. */
export function fromSelectorResult(answers: unknown): SelectorAnswers | null {
	const read = typeof answers === 'string' ? unpackAnswers(answers.split(',').join('')) : null
	return read && hasAnsweredAll(read) ? read : null
}
