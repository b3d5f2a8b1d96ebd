export type SendScope = 'phone' | 'user' | 'network' | 'prefix' | 'country' | 'strangers' | 'everybody'

export type SendLimit = { scope: SendScope; most: number; seconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Minimum seconds between two codes to one number, and to one learner. */
export const RESEND_SECONDS = 60

/** Caps on verification codes, sliding windows. The cap for all learners together is configuration. */
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

/** Caps on course and payment messages: a few a day per learner, whatever triggers them. */
export const NOTIFICATION_LIMITS: readonly SendLimit[] = [
	{ scope: 'user', most: 5, seconds: DAY },
	{ scope: 'phone', most: 5, seconds: DAY },
]

export const dailyLimit = (most: number): SendLimit => ({ scope: 'everybody', most, seconds: DAY })

const STRANGERS_SHARE = 0.6
/** Part of a limit for strangers, so that the rest is left for learners who are signed in or at a trusted origin. */
export const strangersLimit = (most: number): SendLimit => ({ scope: 'strangers', most: Math.ceil(most * STRANGERS_SHARE), seconds: DAY })

/** Earlier sends within the limit's window: how many, and when the oldest of the newest `most` leaves the window (ms). */
export type Window = { sent: number; freesAtMs: number }

/** Seconds until the limit allows another; 0 when it does now. */
export const waitSeconds = (limit: SendLimit, window: Window, nowMs: number): number =>
	window.sent < limit.most ? 0 : Math.max(1, Math.ceil((window.freesAtMs + limit.seconds * 1000 - nowMs) / 1000))

const PUMPING_SENDS = 50
const PUMPING_SHARE = 0.3

/**
 * True if a country's sends look like pumping: many codes that are never entered. Count only codes that have expired, so that a busy hour
 * is not mistaken for pumping.
 */
export const looksLikeSmsPumping = ({ sent, verified }: { sent: number; verified: number }): boolean =>
	sent >= PUMPING_SENDS && verified / sent < PUMPING_SHARE
