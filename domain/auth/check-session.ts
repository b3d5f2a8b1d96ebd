const HOUR_MS = 3_600_000

/** Lifetime and idle timeout of a second factor (NIST SP 800-63B-4, AAL2). */
export const SECOND_FACTOR_LIFETIME_MS = 24 * HOUR_MS
export const SECOND_FACTOR_IDLE_MS = HOUR_MS

/** Limits in milliseconds; null for none. */
export type SessionLimits = {
	/** Maximum time since sign-in. */
	timeboxMs: number | null
	/** Maximum time since the last use. */
	inactivityMs: number | null
	/** Maximum time at AAL1 for the session of an account with a second factor. */
	lowAalMs: number | null
}

export type SessionTimes = {
	createdAt: Date
	/** Time of the last refresh; null if there was none. */
	refreshedAt: Date | null
	/** Fixed end of this session, in addition to the limits; null for none. */
	notAfter: Date | null
	aal: 'aal1' | 'aal2'
	aalSince: Date
}

/** `lowered`: the second factor no longer counts, but the session continues. */
export type SessionStatus = 'active' | 'lowered' | 'ended'

const later = (from: number, ms: number | null) => (ms === null ? Infinity : from + ms)
const lastUse = ({ createdAt, refreshedAt, aalSince }: SessionTimes) =>
	Math.max(createdAt.getTime(), refreshedAt?.getTime() ?? 0, aalSince.getTime())

/** Returns the absolute end of a session, in milliseconds since 1970; Infinity if it has none. */
export const endOfSession = (
	session: Pick<SessionTimes, 'createdAt' | 'notAfter'>,
	{ timeboxMs }: Pick<SessionLimits, 'timeboxMs'>,
): number => Math.min(session.notAfter?.getTime() ?? Infinity, later(session.createdAt.getTime(), timeboxMs))

/**
 * Returns when an access token must expire at the latest, because the session or the second factor ends: milliseconds since 1970, or
 * Infinity.
 */
export function latestExpiry(session: SessionTimes, limits: SessionLimits, now: Date): number {
	const end = endOfSession(session, limits)
	if (session.aal !== 'aal2') return end
	return Math.min(end, later(session.aalSince.getTime(), SECOND_FACTOR_LIFETIME_MS), later(now.getTime(), SECOND_FACTOR_IDLE_MS))
}

/**
 * Checks a session's limits, at each refresh. A session that is exactly at a limit has ended.
 * @param hasSecondFactor true if the account has one
 */
export function checkSession(
	session: SessionTimes,
	limits: SessionLimits,
	{ now, hasSecondFactor }: { now: Date; hasSecondFactor: boolean },
): SessionStatus {
	const at = now.getTime()
	const used = lastUse(session)
	if (at >= endOfSession(session, limits) || at >= later(used, limits.inactivityMs)) return 'ended'
	if (session.aal === 'aal1') return hasSecondFactor && at >= later(session.aalSince.getTime(), limits.lowAalMs) ? 'ended' : 'active'
	return at >= later(session.aalSince.getTime(), SECOND_FACTOR_LIFETIME_MS) || at >= later(used, SECOND_FACTOR_IDLE_MS)
		? 'lowered'
		: 'active'
}
