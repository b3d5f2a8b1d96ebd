export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

/** Progress and payment records. */
export const RECORD_DAYS = daysOfYears(7)
/** Marketing and analytics data, and messages from visitors. */
export const MARKETING_DAYS = daysOfYears(2)
/** Sign-ins, their origin, account changes. */
export const SECURITY_LOG_DAYS = daysOfYears(1)
/** Code and link expire much earlier. */
export const CODE_MAIL_DAYS = 30

/** Deadline for responding to a privacy request, in days. */
export const ANSWER_DAYS = 30
/** The deletion can be canceled until then. */
export const DELETION_GRACE_DAYS = 14
/** Such a recent session is sufficient proof for a data copy or a deletion. */
export const FRESH_MINUTES = 15
/** A mailed link proves access to the mailbox for this time. */
export const MAILBOX_LINK_MINUTES = 60
/** Maximum data copies per account in 24 hours, or per mailed link. */
export const EXPORTS_PER_DAY = 5
/** The deletion waits this long for the last mail, which must be sent before its address is deleted. */
export const FAREWELL_HOURS = 24

const DAY_MS = 86_400_000

/** Milliseconds since 1970 like `now`. Earlier records are deleted. */
export const cutoff = (now: number, days: number): number => now - days * DAY_MS

/** @param age milliseconds since the session started */
export const isFreshSession = (age: number): boolean => age >= 0 && age < FRESH_MINUTES * 60_000
