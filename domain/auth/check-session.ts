const HOUR_MS = 3_600_000

/** Lifetime and idle timeout of a second factor (NIST SP 800-63B-4, AAL2). */
export const RAISED_FOR_MS = 24 * HOUR_MS
export const RAISED_UNUSED_MS = HOUR_MS

/** In milliseconds; null without a limit. */
export type SessionLimits = {
	/** Since the sign-in. */
	timeboxMs: number | null
	/** Since the last use. */
	inactivityMs: number | null
	/** Time an account with a second factor may stay at AAL1. */
	lowAalMs: number | null
}

export type SessionTimes = {
	createdAt: Date
	/** Time of the last refresh; null before the first. */
	refreshedAt: Date | null
	/** A fixed end that is set from outside these limits. */
	notAfter: Date | null
	aal: 'aal1' | 'aal2'
	aalSince: Date
}

/** `lowered`: the second factor no longer counts, but the session continues. */
export type SessionStanding = 'stands' | 'lowered' | 'ended'

const later = (from: number, ms: number | null) => (ms === null ? Infinity : from + ms)
const lastUse = ({ createdAt, refreshedAt, aalSince }: SessionTimes) =>
	Math.max(createdAt.getTime(), refreshedAt?.getTime() ?? 0, aalSince.getTime())

/** Absolute end of a session, in milliseconds since 1970; Infinity for never. */
export const endOfSession = (
	session: Pick<SessionTimes, 'createdAt' | 'notAfter'>,
	{ timeboxMs }: Pick<SessionLimits, 'timeboxMs'>,
): number => Math.min(session.notAfter?.getTime() ?? Infinity, later(session.createdAt.getTime(), timeboxMs))

/** Latest expiry of an access token made now, so that it outlives no limit: milliseconds since 1970, or Infinity. */
export function latestExpiry(session: SessionTimes, limits: SessionLimits, now: Date): number {
	const end = endOfSession(session, limits)
	if (session.aal !== 'aal2') return end
	return Math.min(end, later(session.aalSince.getTime(), RAISED_FOR_MS), later(now.getTime(), RAISED_UNUSED_MS))
}

/**
 * True if a session may go on, checked at each refresh. At the exact moment of a limit it is over.
 * @param hasSecondFactor whether the account has one
 */
export function checkSession(
	session: SessionTimes,
	limits: SessionLimits,
	{ now, hasSecondFactor }: { now: Date; hasSecondFactor: boolean },
): SessionStanding {
	const at = now.getTime()
	const used = lastUse(session)
	if (at >= endOfSession(session, limits) || at >= later(used, limits.inactivityMs)) return 'ended'
	if (session.aal === 'aal1') return hasSecondFactor && at >= later(session.aalSince.getTime(), limits.lowAalMs) ? 'ended' : 'stands'
	return at >= later(session.aalSince.getTime(), RAISED_FOR_MS) || at >= later(used, RAISED_UNUSED_MS) ? 'lowered' : 'stands'
}
