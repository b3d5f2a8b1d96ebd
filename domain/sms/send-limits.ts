export type SendScope = 'phone' | 'user' | 'network' | 'prefix' | 'country' | 'strangers' | 'all'

export type SendLimit = { scope: SendScope; most: number; seconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Minimum seconds between two codes to one number, and to one learner. */
export const RESEND_SECONDS = 60

/** Limits for codes, in sliding windows. The limit for all learners together is configurable. */
export const CODE_LIMITS: readonly SendLimit[] = [
	{ scope: 'user', most: 1, seconds: RESEND_SECONDS },
	{ scope: 'phone', most: 1, seconds: RESEND_SECONDS },
	{ scope: 'phone', most: 3, seconds: 10 * MINUTE },
	{ scope: 'phone', most: 5, seconds: DAY },
	{ scope: 'user', most: 5, seconds: DAY },
	{ scope: 'network', most: 10, seconds: HOUR },
	{ scope: 'prefix', most: 10, seconds: HOUR },
	{ scope: 'country', most: 100, seconds: HOUR },
]

/** Limits for notifications: a few per day and learner, whatever triggers them. */
export const NOTIFICATION_LIMITS: readonly SendLimit[] = [
	{ scope: 'user', most: 5, seconds: DAY },
	{ scope: 'phone', most: 5, seconds: DAY },
]

export const dailyLimit = (most: number): SendLimit => ({ scope: 'all', most, seconds: DAY })

const STRANGERS_SHARE = 0.6
/** Returns the part of a limit that unknown callers can use. The rest is for learners who are signed in, or who use a trusted origin. */
export const unknownCallerLimit = (most: number): SendLimit => ({
	scope: 'strangers',
	most: Math.ceil(most * STRANGERS_SHARE),
	seconds: DAY,
})

/**
 * Number of messages sent in a limit's window. `oldestSendMs`: time of the oldest of the latest `most` messages, on which
 * the end of the wait depends.
 */
export type LimitWindow = { sent: number; oldestSendMs: number }

/** Returns the seconds until the limit allows a send; 0 if it allows one now. */
export const waitSeconds = (limit: SendLimit, window: LimitWindow, nowMs: number): number =>
	window.sent < limit.most ? 0 : Math.max(1, Math.ceil((window.oldestSendMs + limit.seconds * 1000 - nowMs) / 1000))

const PUMPING_SENDS = 50
const PUMPING_SHARE = 0.3

/** True if suspiciously many codes are never entered. Pass only expired codes, so that a busy hour isn't mistaken for pumping. */
export const looksLikeSmsPumping = ({ sent, verified }: { sent: number; verified: number }): boolean =>
	sent >= PUMPING_SENDS && verified / sent < PUMPING_SHARE
