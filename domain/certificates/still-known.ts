const DAY_MS = 86_400_000

/** Pauses in days after which an answer counts as remembering; the longest first. */
export const PAUSES = [90, 30] as const
export type Pause = (typeof PAUSES)[number]
/** Fewer say too little to stand on a certificate. */
export const MIN_QUESTIONS = 20

/** One answer to a lesson's knowledge check, as the server graded it. */
export type GradedAttempt = { lesson: string; atMs: number; score: number; total: number }

/** Right answers after a pause. */
export type StillKnown = { pause: Pause; knew: number; asked: number; lessons: number }

type Rule = {
	issuedAtMs: number
	/** Most attempts of a lesson that are kept; the oldest kept one may have had others before it. */ kept: number
}

/**
 * The last attempt at each lesson that came after a pause: since the attempt before it, whatever its result, and since the certificate.
 * Trying again after the right answers were shown does not count, so retrying can't raise the count.
 */
function countAfter(pause: Pause, attempts: readonly GradedAttempt[], { issuedAtMs, kept }: Rule): StillKnown {
	const lessons = [...new Set(attempts.map(({ lesson }) => lesson))]
	const counted = lessons.flatMap((asked) => {
		const inOrder = attempts.filter(({ lesson }) => lesson === asked).toSorted((a, b) => a.atMs - b.atMs)
		const rested = inOrder.filter(({ atMs }, index) => {
			const before = inOrder[index - 1]
			if (!before && inOrder.length >= kept) return false
			return atMs - Math.max(before?.atMs ?? issuedAtMs, issuedAtMs) >= pause * DAY_MS
		})
		return rested.slice(-1)
	})
	const sum = (pick: (attempt: GradedAttempt) => number) => counted.reduce((total, attempt) => total + pick(attempt), 0)
	return { pause, knew: sum(({ score }) => score), asked: sum(({ total }) => total), lessons: counted.length }
}

/** Result of the longest pause with enough questions; else of the shortest, for `isEnough` to judge. */
export function countStillKnown(attempts: readonly GradedAttempt[], rule: Rule): StillKnown {
	const counts = PAUSES.map((pause) => countAfter(pause, attempts, rule))
	return counts.find(isEnough) ?? countAfter(30, attempts, rule)
}

export const isEnough = ({ asked }: Pick<StillKnown, 'asked'>): boolean => asked >= MIN_QUESTIONS

/** Earliest time of an attempt that counts. */
export const opensAtMs = (issuedAtMs: number): number => issuedAtMs + Math.min(...PAUSES) * DAY_MS

/** Retention statement as a sentence; the same on the page and in the signed file. */
export const formatStillKnown = ({ pause, knew, asked, lessons }: StillKnown): string =>
	`Asked again after at least ${pause} days without these questions, answered ${knew} of ${asked} right, from the knowledge checks of ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}.`
