/** Formats a share as a percentage with two decimals, rounded down so that a missed target never looks met. */
export const formatShare = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2)}%`
