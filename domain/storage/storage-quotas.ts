/**
 * Storage quotas of an account, in bytes, one for each purpose, so that a full planner can't block the course or a
 * message to us. They add up to two megabytes, so a new one makes others smaller; a full course uses most of `course`. Account data
 * (`user_metadata`) has a separate, smaller limit.
 */
export const STORAGE_QUOTAS = {
	/** Enough for about 350 weeks of five rows. */
	planner: 700_000,
	/** Enough for four thousand characters in each section of the course. */
	notes: 200_000,
	/** Enough for a hundred answers of 3 kB each. */
	exercises: 300_000,
	/** Enough for the states of about 1,400 questions. */
	recall: 100_000,
	/** Never reached, because the course's size limits progress and attempts. */
	course: 600_000,
	messages: 100_000,
} as const

/** Maximum bytes of a weekly plan, including removed rows. */
export const WEEK_BYTES = 100_000

/** Maximum total size in bytes of the files that one address may attach to its applications. */
export const APPLICATION_FILE_BYTES = 15_000_000

/** Number of attempts that are kept per knowledge check. Older ones are deleted. */
export const KEPT_ATTEMPTS = 40

/** Fraction of a quota from which the learner is warned. */
const NEARLY_FULL = 0.8

/** Used and available storage, in bytes. */
export type StorageUse = { used: number; limit: number }

export const isNearlyFull = ({ used, limit }: StorageUse): boolean => used >= limit * NEARLY_FULL

/**
 * True if a change fits into the quota. A record may always shrink, even above the limit.
 * @param used bytes of all records after the change
 * @param growth bytes added by the change; negative if it removes some
 */
export const fitsQuota = ({ used, limit }: StorageUse, growth: number): boolean => growth <= 0 || used <= limit
