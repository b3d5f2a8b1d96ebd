import { isEmailVerificationType } from '#domain/auth/verification-types.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { chooseRedirectFor } from '#server/services/identity/accounts/check-input.ts'
import { PKCE_PREFIX } from '#server/services/identity/accounts/one-time-token.ts'
import type { VerifyResult } from '#server/services/identity/sign-in/accept-token.ts'
import { verifyLink } from '#server/services/identity/sign-in/verify-code.ts'

import { toRefusalParameters, redirectWithParameters, sessionFragment, type RedirectParameters } from './redirect-answer.ts'

export const CONFIRM_OTHER_EMAIL_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const MESSAGES = { otp_expired: 'Email link is invalid or has expired' }

function toSuccessParameters(verified: VerifyResult, type: string): RedirectParameters {
	if (verified.kind === 'auth-code') return { query: { code: verified.authCode } }
	if (verified.kind === 'half-done') return { fragment: { message: CONFIRM_OTHER_EMAIL_MESSAGE } }
	return { fragment: { ...sessionFragment(verified.session), type } }
}

/**
 * Handles email links in GoTrue's format, which some clients build themselves. Our own links lead to a page that sends a POST.
 * Always redirects with 303.
 */
export const getVerify: HttpHandler = async (c) => {
	const redirect = chooseRedirectFor(c.var.ctx, c.req.query('redirect_to'))
	// Email scanners probe links with HEAD, which must not use up the token.
	if (c.req.method === 'HEAD') return c.redirect(redirect, 303)
	const token = c.req.query('token') ?? c.req.query('token_hash') ?? ''
	const type = c.req.query('type') ?? ''
	try {
		if (!token || !isEmailVerificationType(type))
			throw new ServiceError('invalid', 'validation_failed', 'Verify requires a token and a verification type')
		return redirectWithParameters(
			c,
			redirect,
			toSuccessParameters(await verifyLink(c.var.ctx, { type, linkToken: token, byRedirect: true }), type),
		)
	} catch (error) {
		return redirectWithParameters(c, redirect, toRefusalParameters(error, { inQuery: token.startsWith(PKCE_PREFIX), messages: MESSAGES }))
	}
}
