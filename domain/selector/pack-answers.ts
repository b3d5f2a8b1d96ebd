import { isRating, SELECTOR_QUESTION_IDS, type SelectorAnswers } from './selector-questions.ts'

/** Packs the answers into sixteen digits for a link, in question order; 0 for an unanswered question. */
export const packAnswers = (answers: SelectorAnswers): string => SELECTOR_QUESTION_IDS.map((id) => answers[id] ?? 0).join('')

const PACKED = /^[0-5]{16}$/

/** @returns null if `packed` is invalid or contains no answer */
export function unpackAnswers(packed: string): SelectorAnswers | null {
	if (!PACKED.test(packed)) return null
	const entries = SELECTOR_QUESTION_IDS.map((id, index) => [id, Number(packed[index])] as const).filter(([, digit]) => isRating(digit))
	return entries.length > 0 ? (Object.fromEntries(entries) as SelectorAnswers) : null
}
