/** Whole days that are at least so many calendar years, leap days included. */
export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

/** Progress and payment records (DECISIONS, Policies as code). */
export const RECORD_DAYS = daysOfYears(7)
/** Marketing and analytics data, and what visitors wrote to us. */
export const MARKETING_DAYS = daysOfYears(2)
/** Who signed in, from where, and what changed in an account. */
export const SECURITY_LOG_DAYS = daysOfYears(1)
/** Copies of mails that carried a code or link: both are dead long before. */
export const CODE_MAIL_DAYS = 30

/** A privacy request is answered within so many days. */
export const ANSWER_DAYS = 30
/** Between the wish to be deleted and the deletion; until then the account can be kept. */
export const GRACE_DAYS = 14
/** A session that began so recently is proof enough for a copy or a deletion. */
export const FRESH_MINUTES = 15
/** A mailed link proves a mailbox for so many minutes. */
export const MAILBOX_LINK_MINUTES = 60
/** Copies of their own data that an account may take in 24 hours, or that one mailed link gives. */
export const EXPORTS_PER_DAY = 5
/** The last mail must have left before its address is deleted; after so many hours nobody waits for it any more. */
export const FAREWELL_HOURS = 24

const DAY_MS = 86_400_000

/** Both in milliseconds since 1970. What is older than the result has been kept long enough. */
export const cutoff = (now: number, days: number): number => now - days * DAY_MS

/**
 * Whether a session is proof enough by itself.
 * @param age milliseconds since it began
 */
export const isFreshSession = (age: number): boolean => age >= 0 && age < FRESH_MINUTES * 60_000
