const DAY_MS = 86_400_000

/**
 * Until when money back may be asked for: the end, in UTC, of the last of the promised days (spec A §9: 30 days), so that
 * nobody loses the day on which the time runs out.
 * @param paidAtMs milliseconds since 1970, as the result
 * @returns the first moment that is too late
 */
export const refundDeadline = (paidAtMs: number, days: number): number => (Math.floor(paidAtMs / DAY_MS) + days + 1) * DAY_MS
