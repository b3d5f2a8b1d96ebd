/**
 * Storage quota of an account by purpose, in bytes, so that a full planner can't block the course or a message to us. Account
 * data (`user_metadata`) has a separate, smaller limit.
 */
export const STORAGE_QUOTAS = {
	/** Weekly plans: about 350 weeks of five rows. */
	planner: 700_000,
	/** Notes: each section of the course can have four thousand characters. */
	notes: 200_000,
	/** Exercise answers: a hundred of 3 kB each. */
	exercises: 300_000,
	/** Recall states: about 1,400. */
	recall: 100_000,
	/** Progress and attempts at knowledge checks. The course's size limits them to less than this. */
	course: 600_000,
	/** Contact messages and feedback. */
	messages: 100_000,
} as const

/** Maximum bytes of a weekly plan, including removed rows. */
export const WEEK_BYTES = 100_000

/** Maximum total size of the files one address may attach to its applications, in bytes. */
export const APPLICATION_FILE_BYTES = 15_000_000

/** Latest attempts kept per knowledge check. */
export const KEPT_ATTEMPTS = 40

/** Fraction of a quota above which the learner is warned that it is nearly full. */
const NEARLY_FULL = 0.8

/** Used and available storage, in bytes. */
export type StorageUse = { used: number; limit: number }

export const isNearlyFull = ({ used, limit }: StorageUse): boolean => used >= limit * NEARLY_FULL

/**
 * True if a change fits the quota. A record may always shrink, even above the limit.
 * @param used bytes of all records after the change
 * @param growth bytes added by the change; negative if it removes some
 */
export const fitsQuota = ({ used, limit }: StorageUse, growth: number): boolean => growth <= 0 || used <= limit
