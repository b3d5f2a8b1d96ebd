export const HUSTLER_TYPES = ['creator', 'analyst', 'affiliate', 'builder'] as const
export type HustlerType = (typeof HUSTLER_TYPES)[number]

export const isHustlerType = (value: unknown): value is HustlerType => HUSTLER_TYPES.some((type) => type === value)

/**
 * Returns the most frequent answer type; on a tie, the type picked first.
 * @param answers in the order of the questions
 * @returns null if nothing was answered
 */
export function scoreHustlerQuiz(answers: readonly HustlerType[]): HustlerType | null {
	const counts = new Map<HustlerType, number>()
	for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)

	let winner: HustlerType | null = null
	let most = 0
	for (const [type, count] of counts) {
		if (count <= most) continue // a Map keeps the order of first pick, so of equal counts the first one wins
		winner = type
		most = count
	}
	return winner
}
