/** Fraction of the storage that strangers may fill per hour, so that a flood alerts the operator long before the storage is full. */
const HOURLY_PART = 0.1
/** Minimum hourly allowance, so that a small storage still accepts files of maximum size. */
const LEAST_HOURLY_BYTES = 10_000_000

/** Bytes that are stored, and bytes received in the last hour. */
export type FileUse = { stored: number; lastHour: number }

export const hourlyBytes = (limit: number): number => Math.max(LEAST_HOURLY_BYTES, limit * HOURLY_PART)

/** Decides whether a file can be stored. `busy`: too much was uploaded within the last hour. */
export function checkFileStorage(limit: number, { stored, lastHour }: FileUse, bytes: number): 'ok' | 'busy' | 'full' {
	if (stored + bytes > limit) return 'full'
	return lastHour + bytes > hourlyBytes(limit) ? 'busy' : 'ok'
}

export const crossesHalfOfLimit = (limit: number, stored: number, bytes: number): boolean =>
	stored <= limit / 2 && stored + bytes > limit / 2
