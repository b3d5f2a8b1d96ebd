import { countWords, readingMinutes } from '#domain/reading/reading-time.ts'

import type { Claim, COUNTED_CLAIMS } from './schema/claim.ts'
import type { Course } from './schema/course.ts'
import type { LibraryDocument } from './schema/document.ts'
import type { HustlerQuiz } from './schema/hustler-quiz.ts'

type Counted = (typeof COUNTED_CLAIMS)[number]

export type CountedContent = {
	claims: readonly Claim[]
	course: Course
	hustlerQuiz: HustlerQuiz
	libraryDocuments: ReadonlyMap<string, LibraryDocument>
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const COUNTS: Record<Counted, (content: CountedContent) => number> = {
	modules: ({ course }) => new Set(course.weeks.map(({ module }) => module)).size,
	hours: ({ course }) => sum(course.modules.map(({ minutes }) => minutes)) / 60,
	templates: ({ libraryDocuments }) => [...libraryDocuments.values()].filter(({ kind }) => kind !== 'guide').length,
	'quiz-questions': ({ hustlerQuiz }) => hustlerQuiz.questions.length,
	'quiz-types': ({ hustlerQuiz }) => Object.keys(hustlerQuiz.profiles).length,
	'quiz-minutes': ({ hustlerQuiz }) =>
		readingMinutes(
			countWords(
				hustlerQuiz.questions.map(({ question, options }) => `${question} ${options.map(({ text }) => text).join(' ')}`).join(' '),
			),
		),
}

/** True if a count supports a claim: `8` claims an exact number, `30+` a minimum, `2 min` a maximum; hours may be claimed in minutes. */
function supports({ id, value }: Pick<Claim, 'id' | 'value'>, count: number): boolean {
	const claimed = Number.parseInt(value, 10)
	if (value.endsWith('+')) return count >= claimed
	if (!value.endsWith('min')) return count === claimed
	return id === 'hours' ? count * 60 >= claimed : count <= claimed
}

export const findUnsupportedClaims = (content: CountedContent): string[] =>
	content.claims.flatMap((claim) => {
		if (claim.basis !== 'counted') return []
		const count = COUNTS[claim.id](content)
		return supports(claim, count)
			? []
			: [`content/marketing/claims.json: says "${claim.value} ${claim.label}", but the content has ${Number(count.toFixed(1))}`]
	})
