export const MAX_WRONG_CODES = 5

export type OneTimeTokenState = 'live' | 'expired' | 'burned'

/** Returns the state of a stored verification code or link. Wrong attempts are counted only for codes: links can't be guessed. */
export function checkOneTimeToken(token: { expiresAt: Date; wrongCodes: number }, now: Date): OneTimeTokenState {
	if (token.expiresAt.getTime() <= now.getTime()) return 'expired'
	return token.wrongCodes >= MAX_WRONG_CODES ? 'burned' : 'live'
}
