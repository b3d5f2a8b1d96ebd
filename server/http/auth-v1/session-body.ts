import type { SessionBody } from '#contracts/auth.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { keepOwnCookie } from '#server/http/own-cookie.ts'
import { BROWSER_COOKIE, rememberBrowser } from '#server/services/identity/accounts/trusted-origin.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'
import type { ProviderTokens } from '#server/services/identity/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'

import { presentUser } from './user-body.ts'

export const presentSession = (grant: SessionGrant): SessionBody => ({
	access_token: grant.accessToken,
	token_type: 'bearer',
	expires_in: grant.expiresIn,
	expires_at: grant.expiresAt,
	refresh_token: grant.refreshToken,
	user: presentUser(grant.user),
})

/** Returns the provider's tokens, which are only present right after a sign-in with that provider. */
export const presentProviderTokens = (tokens: ProviderTokens | null): Partial<SessionBody> => ({
	...(tokens && { provider_token: tokens.accessToken }),
	...(tokens?.refreshToken && { provider_refresh_token: tokens.refreshToken }),
})

const KEEP_SECONDS = 400 * 86_400

/** Sets the cookie of a trusted browser, so that strangers can't use up the account's share of messages. */
export async function rememberTrustedBrowser(c: HttpContext, { email, phone }: Pick<UserRecord, 'email' | 'phone'>): Promise<void> {
	const address = email ?? phone
	if (!address) return
	keepOwnCookie(c, { name: BROWSER_COOKIE, value: await rememberBrowser(c.var.ctx, address), seconds: KEEP_SECONDS })
}

/** Sends a session. The headers are only informative. */
export async function sendSession(c: HttpContext, grant: SessionGrant, extra: Partial<SessionBody> = {}) {
	c.header('Sb-Auth-User-Id', grant.user.id)
	c.header('Sb-Auth-Session-Id', grant.sessionId)
	c.header('Sb-Auth-Refresh-Token-Counter', String(grant.refreshCounter))
	if (grant.refreshCounter === 0) await rememberTrustedBrowser(c, grant.user)
	return c.json({ ...presentSession(grant), ...extra })
}
