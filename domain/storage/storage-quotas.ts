/**
 * Bytes of an account by purpose, so that a full planner can't block the course or a message to us. Account data
 * (`user_metadata`) has a separate, smaller limit.
 */
export const STORAGE_QUOTAS = {
	/** About 350 weeks of five rows. */
	planner: 700_000,
	/** Four thousand characters for each section of the course. */
	notes: 200_000,
	/** A hundred answers of 3 kB each. */
	exercises: 300_000,
	/** About 1,400 states. */
	recall: 100_000,
	/** The course's size limits progress and attempts to less than this. */
	course: 600_000,
	messages: 100_000,
} as const

/** Includes removed rows. */
export const WEEK_BYTES = 100_000

/** Maximum total size of the files one address may attach to its applications, in bytes. */
export const APPLICATION_FILE_BYTES = 15_000_000

/** Latest attempts kept per knowledge check. */
export const KEPT_ATTEMPTS = 40

/** The learner is warned above this fraction of a quota. */
const NEARLY_FULL = 0.8

/** Used and available storage, in bytes. */
export type StorageUse = { used: number; limit: number }

export const isNearlyFull = ({ used, limit }: StorageUse): boolean => used >= limit * NEARLY_FULL

/**
 * A record may always shrink, even above the limit.
 * @param used bytes of all records after the change
 * @param growth bytes added by the change; negative if it removes some
 */
export const fitsQuota = ({ used, limit }: StorageUse, growth: number): boolean => growth <= 0 || used <= limit
