const DAY_MS = 86_400_000

/** Minimum days without questions before an answer counts as retention, longest first. */
export const RETENTION_DAYS = [90, 30] as const
export type RetentionPause = (typeof RETENTION_DAYS)[number]
/** Minimum number of questions for a meaningful statement. */
export const MIN_QUESTIONS = 20

export type GradedAttempt = { lesson: string; atMs: number; score: number; total: number }

/** Retention after a pause in days: `knew` of the `asked` questions were answered correctly. They are from this many `lessons`. */
export type StillKnown = { pause: RetentionPause; knew: number; asked: number; lessons: number }

type Rule = {
	issuedAtMs: number
	/**
	 * Maximum stored attempts per lesson. Once it is reached, older ones may have been deleted, so the first stored one
	 * never counts (its predecessor is unknown).
	 */
	kept: number
}

/**
 * Counts each lesson's last attempt that was at least `pause` days after both the certificate and the previous attempt. It counts whether
 * or not it was passed, so a retry right after seeing the correct answers can't improve the result.
 */
function countAfter(pause: RetentionPause, attempts: readonly GradedAttempt[], { issuedAtMs, kept }: Rule): StillKnown {
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

/** Returns the result for the longest pause that has enough questions, otherwise for the shortest one (see `hasAskedEnough`). */
export function countStillKnown(attempts: readonly GradedAttempt[], rule: Rule): StillKnown {
	const counts = RETENTION_DAYS.map((pause) => countAfter(pause, attempts, rule))
	return counts.find(hasAskedEnough) ?? countAfter(30, attempts, rule)
}

export const hasAskedEnough = ({ asked }: Pick<StillKnown, 'asked'>): boolean => asked >= MIN_QUESTIONS

/** Returns the earliest time at which an attempt can count, in milliseconds since 1970. */
export const opensAtMs = (issuedAtMs: number): number => issuedAtMs + Math.min(...RETENTION_DAYS) * DAY_MS

/** Formats the retention statement, identically for the page and the signed file. */
export const formatStillKnown = ({ pause, knew, asked, lessons }: StillKnown): string =>
	`Asked again after at least ${pause} days without these questions, answered ${knew} of ${asked} right, from the knowledge checks of ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}.`
