import { isEmailVerificationType } from '#domain/auth/verification-types.ts'
import { ServiceError } from '#server/errors.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import type { Verified } from '#server/services/accounts/accept-token.ts'
import { PKCE_PREFIX } from '#server/services/accounts/one-time-token.ts'
import { chooseRedirectFor } from '#server/services/accounts/redirect-rule.ts'
import { verifyLink } from '#server/services/accounts/verify-link.ts'

import { toRefusal } from './errors.ts'

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const ERROR_WORDS: Record<number, string> = {
	400: 'invalid_request',
	401: 'unauthorized_client',
	403: 'access_denied',
	500: 'server_error',
	503: 'temporarily_unavailable',
}

type Parts = Record<string, string>
type Target = { query?: Parts; fragment?: Parts }

/** The empty `sb` marks a fragment as ours. */
function redirectWith(c: HttpContext, redirect: string, { query = {}, fragment }: Target) {
	const url = new URL(redirect)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	if (fragment) url.hash = new URLSearchParams(Object.entries({ ...fragment, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
	return c.redirect(url.toString(), 303)
}

function describeSuccess(verified: Verified, type: string): Target {
	if (verified.kind === 'auth-code') return { query: { code: verified.authCode } }
	if (verified.kind === 'half-done') return { fragment: { message: HALF_DONE } }
	const { session } = verified
	return {
		fragment: {
			access_token: session.accessToken,
			expires_at: String(session.expiresAt),
			expires_in: String(session.expiresIn),
			refresh_token: session.refreshToken,
			token_type: 'bearer',
			type,
		},
	}
}

function describeFailure(error: unknown, isPkce: boolean): Target {
	const refusal = error instanceof Error ? toRefusal(error) : null
	if (!refusal) throw error
	const parts = {
		error: ERROR_WORDS[refusal.status] ?? 'invalid_request',
		error_code: refusal.code,
		error_description: refusal.code === 'otp_expired' ? 'Email link is invalid or has expired' : refusal.message,
	}
	return { ...(isPkce && { query: parts }), fragment: parts }
}

/**
 * The link of upstream's mails, for clients that build it themselves; ours lead to a page that posts. Always 303: tokens
 * or an auth code on success, an error in the fragment otherwise (AUTH_WIRE §5.5).
 */
export const getVerify: HttpHandler = async (c) => {
	const redirect = chooseRedirectFor(c.var.ctx.config, c.req.query('redirect_to'))
	// Scanners of mail probe links with HEAD; that must not spend the token.
	if (c.req.method === 'HEAD') return c.redirect(redirect, 303)
	const token = c.req.query('token') ?? c.req.query('token_hash') ?? ''
	const type = c.req.query('type') ?? ''
	try {
		if (!token || !isEmailVerificationType(type))
			throw new ServiceError('invalid', 'validation_failed', 'Verify requires a token and a verification type')
		return redirectWith(c, redirect, describeSuccess(await verifyLink(c.var.ctx, { type, linkToken: token, byRedirect: true }), type))
	} catch (error) {
		return redirectWith(c, redirect, describeFailure(error, token.startsWith(PKCE_PREFIX)))
	}
}
