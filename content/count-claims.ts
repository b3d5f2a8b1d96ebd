import { countWords, readingMinutes } from '#domain/reading/reading-time.ts'

import { libraryDocuments } from './document-files.server.ts'
import { claims, course, hustlerQuiz } from './public.server.ts'
import type { COUNTED_CLAIMS } from './schema/claim.ts'

type Counted = (typeof COUNTED_CLAIMS)[number]

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** How much of each the content holds. */
const COUNTS: Record<Counted, () => number> = {
	modules: () => new Set(course.weeks.map(({ module }) => module)).size,
	hours: () => sum(course.modules.map(({ minutes }) => minutes)) / 60,
	templates: () => [...libraryDocuments().values()].filter(({ kind }) => kind !== 'guide').length,
	'quiz-questions': () => hustlerQuiz.questions.length,
	'quiz-types': () => Object.keys(hustlerQuiz.profiles).length,
	'quiz-minutes': () =>
		readingMinutes(
			countWords(
				hustlerQuiz.questions.map(({ question, options }) => `${question} ${options.map(({ text }) => text).join(' ')}`).join(' '),
			),
		),
}

/** `8` means exactly, `30+` at least, `2 min` at most. */
function carries(value: string, count: number): boolean {
	const claimed = Number.parseInt(value, 10)
	if (value.endsWith('+')) return count >= claimed
	return value.endsWith('min') ? count <= claimed : count === claimed
}

/** Counted claims that the content does not support, one sentence each. */
export const findUncarriedClaims = (): string[] =>
	claims.flatMap((claim) => {
		if (claim.basis !== 'counted') return []
		const count = COUNTS[claim.id]()
		return carries(claim.value, count)
			? []
			: [`content/marketing/claims.json: "${claim.value} ${claim.label}" is claimed and ${count} counted`]
	})
