const DAY_MS = 86_400_000

/**
 * Until when a refund may be requested: the end, in UTC, of the last of the promised days, so that the last day counts in full.
 * @param paidAtMs milliseconds since 1970, as the result
 * @returns the first moment that is too late
 */
export const refundDeadline = (paidAtMs: number, days: number): number => (Math.floor(paidAtMs / DAY_MS) + days + 1) * DAY_MS
