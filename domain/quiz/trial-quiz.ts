/** The four earning types of the free trial, in the order that settles a tie (spec A §4). */
export const TRIAL_TYPES = ['affiliate', 'creator', 'marketer', 'analyst'] as const
export type TrialType = (typeof TRIAL_TYPES)[number]

export const isTrialType = (value: unknown): value is TrialType => TRIAL_TYPES.some((type) => type === value)

/**
 * The most frequent answer type; ties go to the first in the order affiliate, creator, marketer, analyst, and so does a quiz
 * without any answer (spec A §4).
 * @param answers in any order: unlike the hustler quiz, who was picked first does not count
 */
export function scoreTrialQuiz(answers: readonly TrialType[]): TrialType {
	const timesPicked = (type: TrialType) => answers.filter((answer) => answer === type).length
	return TRIAL_TYPES.reduce((winner, type) => (timesPicked(type) > timesPicked(winner) ? type : winner))
}
