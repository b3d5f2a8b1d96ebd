/** Returns the days that cover this many calendar years, including leap days. */
export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

/** Retention of progress and payment records. */
export const RECORD_DAYS = daysOfYears(7)
/** Retention of marketing and analytics data, and messages from visitors. */
export const MARKETING_DAYS = daysOfYears(2)
/** Retention of the security log: sign-ins, their origin, account changes. */
export const SECURITY_LOG_DAYS = daysOfYears(1)
/** Retention of mails that contained a code or link; both expire much earlier. */
export const CODE_MAIL_DAYS = 30

/** Deadline for responding to a privacy request, in days. */
export const ANSWER_DAYS = 30
/** Days between the deletion request and the deletion, during which it can be canceled. */
export const DELETION_GRACE_DAYS = 14
/** A session that started this recently is sufficient proof for a data copy or a deletion. */
export const FRESH_MINUTES = 15
/** Minutes for which a mailed link proves access to the mailbox. */
export const MAILBOX_LINK_MINUTES = 60
/** Maximum data copies per account in 24 hours, or per mailed link. */
export const EXPORTS_PER_DAY = 5
/** The last mail must be sent before its address is deleted. After this many hours, the deletion no longer waits for it. */
export const FAREWELL_HOURS = 24

const DAY_MS = 86_400_000

/** Returns the time before which records are deleted, in milliseconds since 1970 like `now`. */
export const cutoff = (now: number, days: number): number => now - days * DAY_MS

/**
 * True if a session started so recently that it is sufficient proof.
 * @param age milliseconds since it started
 */
export const isFreshSession = (age: number): boolean => age >= 0 && age < FRESH_MINUTES * 60_000
