import type { CareerQuiz } from '#content/schema/career-path.ts'

/**
 * The options that were picked; each is a vote for a track.
 * @param picks index of the picked option, question by question
 */
export const toVotes = ({ questions }: CareerQuiz, picks: readonly number[]) =>
	questions.flatMap(({ options }, index) => options[picks[index] ?? -1] ?? [])
