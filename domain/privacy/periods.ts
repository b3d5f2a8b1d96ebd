export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

/** Retention of progress and payment records. */
export const RECORD_DAYS = daysOfYears(7)
/** Retention of marketing and analytics data, and of messages from visitors. */
export const MARKETING_DAYS = daysOfYears(2)
/** Retention of the security log: sign-ins, their origin, account changes. */
export const SECURITY_LOG_DAYS = daysOfYears(1)
/** Retention of emails with a code or link, which expire much earlier. */
export const CODE_MAIL_DAYS = 30

/** Deadline for responding to a privacy request, in days. */
export const PRIVACY_RESPONSE_DAYS = 30
/** Days from a deletion request to the deletion, which can be canceled until then. */
export const DELETION_GRACE_DAYS = 14
/** Maximum age of a session that counts as sufficient proof for a data copy or a deletion. */
export const FRESH_MINUTES = 15
/** Minutes during which an emailed link proves access to the mailbox. */
export const MAILBOX_LINK_MINUTES = 60
/** Maximum data copies per account in 24 hours, or per emailed link. */
export const EXPORTS_PER_DAY = 5
/** Maximum hours that a deletion waits for the last email, which must be sent before the address is deleted. */
export const FINAL_MAIL_WAIT_HOURS = 24

const DAY_MS = 86_400_000

/** Returns the time before which records are deleted, in milliseconds since 1970. */
export const daysBeforeMs = (now: number, days: number): number => now - days * DAY_MS

/** @param age milliseconds since the session started */
export const isFreshSession = (age: number): boolean => age >= 0 && age < FRESH_MINUTES * 60_000
