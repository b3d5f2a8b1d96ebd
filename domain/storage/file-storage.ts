/** Files of strangers may take this part of all space for files in an hour, so that the operator hears of a flood long before the end. */
const HOURLY_PART = 0.1
/** The share of an hour takes at least two files of the largest size. */
const LEAST_HOURLY_BYTES = 10_000_000

/** Bytes of stored files, and of those received in the last hour. */
export type FileUse = { stored: number; lastHour: number }

export const hourlyBytes = (limit: number): number => Math.max(LEAST_HOURLY_BYTES, limit * HOURLY_PART)

/** True if one more file may be stored. `busy`: too many arrived within the hour. */
export function checkFileRoom(limit: number, { stored, lastHour }: FileUse, bytes: number): 'ok' | 'busy' | 'full' {
	if (stored + bytes > limit) return 'full'
	return lastHour + bytes > hourlyBytes(limit) ? 'busy' : 'ok'
}

/** True if this file is the one that takes more than half of the space. */
export const crossesHalf = (limit: number, stored: number, bytes: number): boolean => stored <= limit / 2 && stored + bytes > limit / 2
