import { REVIEW_SIZE, estimateReviewMinutes } from '#domain/recall/due-questions.ts'

const inMinutes = (minutes: number) => `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

export const formatDueQuestions = (count: number): string =>
	`${count} ${count === 1 ? 'question is' : 'questions are'} due, ${inMinutes(estimateReviewMinutes(Math.min(count, REVIEW_SIZE)))}`
