export const MAX_WRONG_CODES = 5

export type OneTimeTokenState = 'live' | 'expired' | 'burned'

/** True if a stored verification code may still be tried. A link has no tries to count: it cannot be guessed. */
export function checkOneTimeToken(token: { expiresAt: Date; wrongCodes: number }, now: Date): OneTimeTokenState {
	if (token.expiresAt.getTime() <= now.getTime()) return 'expired'
	return token.wrongCodes >= MAX_WRONG_CODES ? 'burned' : 'live'
}
