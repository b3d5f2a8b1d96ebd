export const MAX_WRONG_CODES = 5

export type OneTimeTokenState = 'live' | 'expired' | 'burned'

/** Returns the state of a stored verification code or link. Counts wrong attempts only for codes, because links can't be guessed. */
export function checkOneTimeToken(token: { expiresAt: Date; wrongCodes: number }, now: Date): OneTimeTokenState {
	if (token.expiresAt.getTime() <= now.getTime()) return 'expired'
	return token.wrongCodes >= MAX_WRONG_CODES ? 'burned' : 'live'
}
