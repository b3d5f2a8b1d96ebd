import type { ReplyStatistics } from '#server/services/people/support/change-ticket.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Formats a duration, rounded to a useful unit: `20 min`, `3 h`, `4 days`. */
function describeSpan(ms: number): string {
	if (ms < 2 * HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`
	return ms < 48 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / (24 * HOUR_MS))} days`
}

export function describeReplyStatistics({ due, kept, waiting, medianMs }: ReplyStatistics): string {
	if (due === 0 && waiting > 0) return 'No message is overdue.'
	if (due === 0) return 'No messages were answered or overdue in the last 90 days.'
	const median = medianMs === null ? '' : ` Half of the answers came within ${describeSpan(medianMs)}.`
	return `Answered on time in the last 90 days: ${Math.floor((kept / due) * 100)}% (${kept} of ${due}).${median}`
}
