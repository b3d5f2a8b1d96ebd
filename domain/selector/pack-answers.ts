import { isRating, SELECTOR_QUESTION_IDS, type SelectorAnswers } from './selector-questions.ts'

/** Answers as sixteen digits in the order of the questions, 0 for an unanswered one: short enough for a link. */
export const packAnswers = (answers: SelectorAnswers): string => SELECTOR_QUESTION_IDS.map((id) => answers[id] ?? 0).join('')

const PACKED = /^[0-5]{16}$/

/**
 * Reads what `packAnswers` wrote.
 * @returns null for anything else, and for a text that holds no answer at all
 */
export function unpackAnswers(packed: string): SelectorAnswers | null {
	if (!PACKED.test(packed)) return null
	const entries = SELECTOR_QUESTION_IDS.map((id, index) => [id, Number(packed[index])] as const).filter(([, digit]) => isRating(digit))
	return entries.length > 0 ? (Object.fromEntries(entries) as SelectorAnswers) : null
}
