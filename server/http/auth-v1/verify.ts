import { VerifyBody } from '#contracts/auth.ts'
import {
	type EmailVerificationType,
	isEmailVerificationType,
	isPhoneVerificationType,
	type PhoneVerificationType,
} from '#domain/auth/verification-types.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireAddress, requireOneAddress } from '#server/services/identity/accounts/check-input.ts'
import { otpExpired, type VerifyResult } from '#server/services/identity/sign-in/accept-token.ts'
import { verifyCode, verifyLink } from '#server/services/identity/sign-in/verify-code.ts'

import { sendSession } from './token.ts'
import { CONFIRM_OTHER_EMAIL_MESSAGE } from './verify-redirect.ts'

const invalid = (message: string) => new ServiceError('invalid', 'validation_failed', message)

function verifyByLink(c: HttpContext, body: VerifyBody & { token_hash: string }): Promise<VerifyResult> {
	const type = body.type ?? ''
	if (body.token || body.email || body.phone) throw invalid('Only the token_hash and type should be provided')
	// SMS types are rejected here: an SMS contains a code and no link.
	if (isPhoneVerificationType(type)) throw otpExpired()
	if (!isEmailVerificationType(type)) throw invalid('Unsupported verification type')
	return verifyLink(c.var.ctx, { type, linkToken: body.token_hash, byRedirect: false })
}

/** Returns the verification type. One that doesn't match the kind of address gets the same error as a wrong code. */
function typeFor(kind: 'email' | 'phone', type: string): EmailVerificationType | PhoneVerificationType {
	const isPhoneType = isPhoneVerificationType(type)
	if (!isPhoneType && !isEmailVerificationType(type)) throw invalid('Unsupported verification type')
	if (isPhoneType !== (kind === 'phone')) throw otpExpired()
	return type
}

function verifyByBody(c: HttpContext, body: VerifyBody): Promise<VerifyResult> {
	if (!body.type) throw invalid('Verify requires a verification type')
	if (body.token_hash) return verifyByLink(c, { ...body, token_hash: body.token_hash })
	if (!body.token) throw invalid('Verify requires a token or a token hash')
	if (Boolean(body.email) === Boolean(body.phone)) throw invalid('Only an email address or phone number should be provided on verify')
	const given = requireOneAddress(body)
	const type = typeFor(given.kind, body.type)
	return verifyCode(c.var.ctx, { type, address: requireAddress(given), code: body.token })
}

export const postVerify: HttpHandler = async (c) => {
	const verified = await verifyByBody(c, await readJson(c, VerifyBody))
	if (verified.kind === 'session') return sendSession(c, verified.session)
	if (verified.kind === 'half-done') return c.json({ msg: CONFIRM_OTHER_EMAIL_MESSAGE, code: '200' })
	throw new Error('a posted link never ends in a redirect')
}
