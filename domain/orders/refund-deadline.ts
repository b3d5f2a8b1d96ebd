const DAY_MS = 86_400_000

/**
 * Until when money back may be asked for: the end, in UTC, of the last of the promised days (spec A §9: 30 days), so that
 * nobody loses the day on which the time runs out.
 * @returns the first moment that is too late
 */
export function refundDeadline(paidAt: Date, days: number): Date {
	const last = new Date(paidAt.getTime() + days * DAY_MS)
	return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), last.getUTCDate() + 1))
}
