import { z } from 'zod'

/** A session in the response of `GET /api/sessions`, which is sorted by last use, newest first. Times are RFC 3339 in UTC. */
export type SessionSummary = {
	id: string
	/** Readable name, e.g. "Firefox on Windows". */
	device: string
	/** Shortened IP address of the last use; null if unknown. */
	place: string | null
	signedInAt: string
	lastUsedAt: string
	/** End of the session, even if it is still in use. */
	endsAt: string
	isCurrent: boolean
}

/** Body of `POST /api/sessions/proof`: the six-digit code sent by `/auth/v1/reauthenticate`. */
export const SessionProofSchema = z.strictObject({ nonce: z.string().min(1).max(20) })

/** A second factor that this browser can use. */
export type SecondFactorWay =
	| { type: 'totp'; factorId: string; name: string }
	| { type: 'webauthn'; factorId: string; name: string }
	/** Phone enrolled as a factor; `phone` has only its last digits. */
	| { type: 'phone'; factorId: string; phone: string }
	/** Verified number of the SMS settings, in E.164. */
	| { type: 'text'; phone: string }
	| { type: 'recovery_code' }

/** Response of `GET /api/second-factor`: whether this session still needs a second factor, and which ones it can use. */
export type SecondFactorState = { isNeeded: boolean; ways: SecondFactorWay[] }

/**
 * Response of `/api/preferences`: the learner's choices about optional emails. `waiting`: the link in the confirmation email wasn't
 * followed yet. `closed`: an email to the address bounced or was reported as spam, so a switch has no effect.
 */
export type EmailPreferences = { newsletter: 'on' | 'off' | 'waiting' | 'closed' }

export const ChangePreferencesSchema = z.strictObject({ newsletter: z.boolean() })
