const DAY_MS = 86_400_000

/** Returns days since 1970 in the reader's time zone. */
const dayOf = (atMs: number): number => Math.floor((atMs - new Date(atMs).getTimezoneOffset() * 60_000) / DAY_MS)

/** Formats a due date as "now", "later today", "tomorrow", "on Thursday" or "on January 12". */
export function formatReturn(dueMs: number, nowMs: number): string {
	const days = dayOf(dueMs) - dayOf(nowMs)
	if (dueMs <= nowMs) return 'now'
	if (days === 0) return 'later today'
	if (days === 1) return 'tomorrow'
	const due = new Date(dueMs)
	if (days < 7) return `on ${due.toLocaleDateString('en-US', { weekday: 'long' })}`
	const isSameYear = due.getFullYear() === new Date(nowMs).getFullYear()
	return `on ${due.toLocaleDateString('en-US', { month: 'long', day: 'numeric', ...(isSameYear ? {} : { year: 'numeric' }) })}`
}

/** @param nextMs time of the next due question, or null */
export const formatNextReview = (nextMs: number | null, nowMs: number): string =>
	nextMs === null ? 'All caught up.' : `All caught up until ${formatReturn(nextMs, nowMs).replace(/^on /, '')}.`
