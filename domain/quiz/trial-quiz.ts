/** Types of the free trial's quiz, in the order that breaks ties. */
export const TRIAL_TYPES = ['affiliate', 'creator', 'marketer', 'analyst'] as const
export type TrialType = (typeof TRIAL_TYPES)[number]

export const isTrialType = (value: unknown): value is TrialType => TRIAL_TYPES.some((type) => type === value)

/**
 * Returns the most frequent answer. Ties, and a quiz without answers, are decided by the order of `TRIAL_TYPES`.
 * @param answers in any order: unlike in the hustler quiz, the type picked first has no advantage
 */
export function scoreTrialQuiz(answers: readonly TrialType[]): TrialType {
	const timesPicked = (type: TrialType) => answers.filter((answer) => answer === type).length
	return TRIAL_TYPES.reduce((winner, type) => (timesPicked(type) > timesPicked(winner) ? type : winner))
}
