const DAY_MS = 86_400_000

/**
 * Returns the end, in UTC, of the last day of the guarantee, which counts in full.
 * @param paidAtMs milliseconds since 1970, like the result
 * @returns the first millisecond that is too late
 */
export const refundDeadline = (paidAtMs: number, days: number): number => (Math.floor(paidAtMs / DAY_MS) + days + 1) * DAY_MS
