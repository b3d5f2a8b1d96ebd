/**
 * Storage quota of an account by purpose, in bytes. A full planner leaves space for the course and
 * for a letter to us. The data of the account itself (`user_metadata`) has its own, smaller limit.
 */
export const STORAGE_QUOTAS = {
	/** Weekly plans: about three hundred and fifty weeks of five rows. */
	planner: 700_000,
	/** Notes on sections: each section of the course can have four thousand characters. */
	notes: 200_000,
	/** Exercise answers: a hundred of 3 kB each. */
	exercises: 300_000,
	/** Recall memories: about 1,400 of them. */
	recall: 100_000,
	/** Progress and attempts at knowledge checks. The course limits them by itself; they stay below this sum. */
	course: 600_000,
	/** Contact messages and feedback. */
	messages: 100_000,
} as const

/** Most bytes of one weekly plan, removed rows included. */
export const WEEK_BYTES = 100_000

/** Most bytes of the files that one address sends with its applications. */
export const APPLICATION_FILE_BYTES = 15_000_000

/** Attempts at one knowledge check that are kept: the newest. */
export const KEPT_ATTEMPTS = 40

/** The part of a share above which the learner is warned that it will soon be full. */
const NEARLY_FULL = 0.8

/** Used and available storage, in bytes. */
export type StorageUse = { used: number; limit: number }

export const isNearlyFull = ({ used, limit }: StorageUse): boolean => used >= limit * NEARLY_FULL

/**
 * True if a record may change its size. One that shrinks always may, even above the limit.
 * @param used bytes of all records after the change
 * @param growth bytes that the change adds; negative when it removes some
 */
export const fitsQuota = ({ used, limit }: StorageUse, growth: number): boolean => growth <= 0 || used <= limit
