import { VerifyBody } from '#contracts/auth.ts'
import { type EmailVerificationType, isEmailVerificationType } from '#domain/auth/verification-types.ts'
import { ServiceError } from '#server/errors.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { otpExpired, type Verified } from '#server/services/accounts/accept-token.ts'
import { verifyCode } from '#server/services/accounts/verify-code.ts'
import { verifyLink } from '#server/services/accounts/verify-link.ts'

import { sendSession } from './session-body.ts'

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const PHONE_TYPES = ['sms', 'phone_change']

const invalid = (message: string) => new ServiceError('invalid', 'validation_failed', message)

function requireType(body: VerifyBody): EmailVerificationType {
	if (!body.type) throw invalid('Verify requires a verification type')
	// No provider sends to phones, so no code of theirs can be right.
	if (PHONE_TYPES.includes(body.type)) throw otpExpired()
	if (!isEmailVerificationType(body.type)) throw invalid('Unsupported verification type')
	return body.type
}

function verifyByBody(c: HttpContext, body: VerifyBody): Promise<Verified> {
	const type = requireType(body)
	if (body.token_hash) {
		if (body.token || body.email || body.phone) throw invalid('Only the token_hash and type should be provided')
		return verifyLink(c.var.ctx, { type, linkToken: body.token_hash, byRedirect: false })
	}
	if (!body.token) throw invalid('Verify requires a token or a token hash')
	if (Boolean(body.email) === Boolean(body.phone)) throw invalid('Only an email address or phone number should be provided on verify')
	if (!body.email) throw otpExpired()
	return verifyCode(c.var.ctx, { type, email: body.email, code: body.token })
}

/** Code or link, posted by a page of ours or by the client (AUTH_WIRE §5.5). */
export const postVerify: HttpHandler = async (c) => {
	const verified = await verifyByBody(c, await readJson(c, VerifyBody))
	if (verified.kind === 'session') return sendSession(c, verified.session)
	if (verified.kind === 'half-done') return c.json({ msg: HALF_DONE, code: '200' })
	throw new Error('a posted link never ends in a redirect')
}
