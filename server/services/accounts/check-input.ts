import { checkPassword } from '#domain/auth/check-password.ts'
import { checkCodeChallenge, type CodeChallenge } from '#domain/auth/code-challenge.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { findMetadataProblem, type Metadata } from '#domain/auth/user-metadata.ts'
import type { Config } from '#server/config.ts'
import { ServiceError } from '#server/errors.ts'

type Given = string | null | undefined
export type PkceInput = { code_challenge?: Given; code_challenge_method?: Given }

export const invalid = (message: string) => new ServiceError('invalid', 'validation_failed', message)

/** @throws ServiceError validation_failed (400) with upstream's text */
export function requireEmailAddress(email: string): string {
	const address = parseEmailAddress(email)
	if (!address) throw invalid('Unable to validate email address: invalid format')
	return address
}

/** @throws ServiceError validation_failed (400) for what is too long, weak_password (422) with its reasons */
export function requireGoodPassword(config: Config, password: string): void {
	const check = checkPassword(password, config.auth.passwordMinLength)
	if (check.ok) return
	if (check.problem === 'too-long') throw invalid('Password cannot be longer than 72 characters')
	throw new ServiceError('unprocessable', 'weak_password', check.message, { weakPasswordReasons: check.reasons })
}

/** @throws ServiceError validation_failed (400) */
export function requireCodeChallenge(input: PkceInput): CodeChallenge | null {
	const check = checkCodeChallenge(input.code_challenge, input.code_challenge_method)
	if (!check.ok) throw invalid(check.message)
	return check.challenge
}

/** @throws ServiceError validation_failed (400) for text that cannot be stored or too much of it */
export function requireMetadata(data: Metadata | null | undefined): Metadata {
	const problem = findMetadataProblem(data ?? {})
	if (problem) throw invalid(problem)
	return data ?? {}
}

/** No provider sends to phones. @param kind a grant says 422, every other endpoint 400 */
export const phoneDisabled = (kind: 'invalid' | 'unprocessable' = 'invalid') =>
	new ServiceError(kind, 'phone_provider_disabled', 'Phone logins are disabled')

/** The address of a request that takes exactly one. */
export function requireOneEmail(input: { email?: Given; phone?: Given }, phoneRefusal = phoneDisabled()): string {
	if (input.email && input.phone) throw invalid('Only an email address or phone number should be provided')
	if (input.phone) throw phoneRefusal
	if (!input.email) throw invalid('An email address is required')
	return input.email
}
