/** Whole days that cover this many calendar years, including leap days. */
export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

/** Progress and payment records. */
export const RECORD_DAYS = daysOfYears(7)
/** Marketing and analytics data, and messages from visitors. */
export const MARKETING_DAYS = daysOfYears(2)
/** Security log: sign-ins, their origin, and account changes. */
export const SECURITY_LOG_DAYS = daysOfYears(1)
/** Copies of mails that carried a code or link: both expire long before. */
export const CODE_MAIL_DAYS = 30

/** A privacy request is answered within this many days. */
export const ANSWER_DAYS = 30
/** Days between the deletion request and the deletion; until then it can be taken back. */
export const DELETION_GRACE_DAYS = 14
/** A session that began this recently is sufficient proof for a copy or a deletion. */
export const FRESH_MINUTES = 15
/** A mailed link proves a mailbox for this many minutes. */
export const MAILBOX_LINK_MINUTES = 60
/** Copies of their own data that an account may take in 24 hours, or that one mailed link gives. */
export const EXPORTS_PER_DAY = 5
/** The last mail must be sent before its address is deleted; after this many hours the deletion no longer waits for it. */
export const FAREWELL_HOURS = 24

const DAY_MS = 86_400_000

/** Both in milliseconds since 1970. Records older than the result are due for deletion. */
export const cutoff = (now: number, days: number): number => now - days * DAY_MS

/**
 * True if a session is sufficient proof by itself.
 * @param age milliseconds since it began
 */
export const isFreshSession = (age: number): boolean => age >= 0 && age < FRESH_MINUTES * 60_000
