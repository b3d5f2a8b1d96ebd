import type { CareerQuiz } from '#content/schema/career-path.ts'

/**
 * Returns the picked options; each is a vote for a track.
 * @param picks index of the picked option for each question
 */
export const toVotes = ({ questions }: CareerQuiz, picks: readonly number[]) =>
	questions.flatMap(({ options }, index) => options[picks[index] ?? -1] ?? [])
