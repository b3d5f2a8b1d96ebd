import { z } from 'zod'

/** `GET /api/sessions`: where the account is signed in, the last used first. Times are RFC 3339 in UTC. */
export type SessionSummary = {
	id: string
	/** In plain words, e.g. "Firefox on Windows". */
	device: string
	/** Shortened network of the last use; null if unknown. */
	place: string | null
	signedInAt: string
	lastUsedAt: string
	/** Absolute end, regardless of use. */
	endsAt: string
	/** The session of the caller. */
	isCurrent: boolean
}

/** Body of `POST /api/sessions/proof`: the six digits that `/auth/v1/reauthenticate` sent. */
export const SessionProofSchema = z.strictObject({ nonce: z.string().min(1).max(20) })

/** One way to show the second factor from here. */
export type SecondFactorWay =
	| { type: 'totp'; factorId: string; name: string }
	| { type: 'webauthn'; factorId: string; name: string }
	/** A phone enrolled as factor; `phone` shows its last digits only. */
	| { type: 'phone'; factorId: string; phone: string }
	/** The verified number of the SMS settings, in E.164. */
	| { type: 'text'; phone: string }
	| { type: 'recovery_code' }

/** `GET /api/second-factor`: whether this session still needs a second factor, and how it can be shown. */
export type SecondFactorState = { isNeeded: boolean; ways: SecondFactorWay[] }

/**
 * `/api/preferences`: mails that a learner may switch. `waiting`: the link of an earlier request was not followed yet;
 * `closed`: mail to the address failed or was reported, and no switch changes that.
 */
export type EmailPreferences = { newsletter: 'on' | 'off' | 'waiting' | 'closed' }

/** Body of `PUT /api/preferences`. */
export const ChangePreferences = z.strictObject({ newsletter: z.boolean() })
