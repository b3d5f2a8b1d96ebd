import { PasswordGrantBody, PkceGrantBody, RefreshGrantBody, type SessionBody, SignUpBody } from '#contracts/auth.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import type { Limiter } from '#server/http/limits.ts'
import { setOwnCookie } from '#server/http/own-cookie.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { BROWSER_COOKIE, rememberBrowser } from '#server/services/identity/accounts/trusted-origin.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { exchangeCode, type ProviderTokens } from '#server/services/identity/sessions/issue-session.ts'
import { refreshSession } from '#server/services/identity/sessions/refresh-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { signInWithPassword } from '#server/services/identity/sign-in/sign-in-with-password.ts'
import { signInAnonymously, signUp } from '#server/services/identity/sign-in/sign-up.ts'

import { presentPendingUser, presentUser } from './user.ts'

export const presentSession = (grant: IssuedSession): SessionBody => ({
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

const COOKIE_SECONDS = 400 * 86_400

/** Sets a cookie that makes this browser trusted: requests by strangers then can't use up the messages that the account may get. */
export async function rememberTrustedBrowser(c: HttpContext, { email, phone }: Pick<UserRecord, 'email' | 'phone'>): Promise<void> {
	const address = email ?? phone
	if (!address) return
	setOwnCookie(c, { name: BROWSER_COOKIE, value: await rememberBrowser(c.var.ctx, address), seconds: COOKIE_SECONDS })
}

/** Sends a session. The headers are only informative: clients read the body. */
export async function sendSession(c: HttpContext, grant: IssuedSession, extra: Partial<SessionBody> = {}) {
	c.header('Sb-Auth-User-Id', grant.user.id)
	c.header('Sb-Auth-Session-Id', grant.sessionId)
	c.header('Sb-Auth-Refresh-Token-Counter', String(grant.refreshCounter))
	if (grant.refreshCounter === 0) await rememberTrustedBrowser(c, grant.user)
	return c.json({ ...presentSession(grant), ...extra })
}

/** Error codes that are returned in OAuth's format; all others keep the format of this API. */
const OAUTH_CODES: ReadonlySet<string> = new Set(['bad_id_token', 'invalid_grant'])

export const grantPassword: HttpHandler = async (c) => {
	const { session, weakPassword } = await signInWithPassword(c.var.ctx, await readJson(c, PasswordGrantBody))
	return sendSession(c, session, weakPassword ? { weak_password: weakPassword } : {})
}

export const grantRefresh: HttpHandler = async (c) => {
	const { refresh_token: refreshToken } = await readJson(c, RefreshGrantBody)
	return sendSession(c, await refreshSession(c.var.ctx, refreshToken ?? ''))
}

export const grantPkce: HttpHandler = async (c) => {
	const { auth_code: authCode, code_verifier: verifier } = await readJson(c, PkceGrantBody)
	const { session, providerTokens } = await exchangeCode(c.var.ctx, authCode ?? '', verifier ?? '')
	return sendSession(c, session, presentProviderTokens(providerTokens))
}

/** Runs a grant, and returns its errors in OAuth's format: `error`, `error_description`. */
export async function withOauthErrors(c: HttpContext, code: string, grant: () => Promise<Response>): Promise<Response> {
	try {
		return await grant()
	} catch (error) {
		if (!(error instanceof ServiceError) || !OAUTH_CODES.has(error.code)) throw error
		c.header('X-Sb-Error-Code', error.code)
		return c.json({ error: code, error_description: error.message }, 400)
	}
}

export const refuseUnknownGrant: HttpHandler = () => {
	throw new ServiceError('invalid', 'invalid_credentials', 'unsupported_grant_type')
}

/** @param anonymous limit for anonymous accounts */
export const createPostSignup =
	(anonymous: Limiter): HttpHandler =>
	async (c) => {
		const input = await readJson(c, SignUpBody)
		if (!input.email && !input.phone) {
			if (c.var.ctx.config.auth.anonymousEnabled) await anonymous(c)
			return sendSession(c, await signInAnonymously(c.var.ctx, input))
		}
		const result = await signUp(c.var.ctx, { ...input, redirectTo: c.req.query('redirect_to') ?? null })
		return result.kind === 'session' ? sendSession(c, result.session) : c.json(presentPendingUser(result.user))
	}
