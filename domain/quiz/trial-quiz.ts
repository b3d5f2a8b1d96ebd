/** The four earning types of the free trial, in the order that settles a tie. */
export const TRIAL_TYPES = ['affiliate', 'creator', 'marketer', 'analyst'] as const
export type TrialType = (typeof TRIAL_TYPES)[number]

export const isTrialType = (value: unknown): value is TrialType => TRIAL_TYPES.some((type) => type === value)

/**
 * The most frequent answer type; ties go to the first in the order affiliate, creator, marketer, analyst, and so does a quiz
 * without any answer.
 * @param answers in any order: unlike in the hustler quiz, the type picked first has no advantage
 */
export function scoreTrialQuiz(answers: readonly TrialType[]): TrialType {
	const timesPicked = (type: TrialType) => answers.filter((answer) => answer === type).length
	return TRIAL_TYPES.reduce((winner, type) => (timesPicked(type) > timesPicked(winner) ? type : winner))
}
