import { oncePerContent } from '#content/once-per-content.ts'
import { paths } from '#contracts/paths.ts'
import { checkPassword, type PasswordCheck } from '#domain/auth/check-password.ts'
import { chooseRedirect, type RedirectRule } from '#domain/auth/choose-redirect.ts'
import { checkCodeChallenge, type CodeChallenge } from '#domain/auth/code-challenge.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { findMergeProblem, findMetadataProblem, mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { findUserByEmail, findUserByPhone, type UserRecord } from './user-record.ts'

const sitePaths = oncePerContent(
	({ allModulePages }): ReadonlySet<string> =>
		new Set([
			...Object.values(paths).filter((path) => typeof path === 'string'),
			...allModulePages.map(({ id }) => paths.courseModule(id)),
		]),
)

type Site = Pick<ServiceContext, 'config' | 'content'>

/** Returns the redirect targets that a confirmation link may lead to: fixed paths of the site and the operator's allow list. */
const redirectRule = ({ config, content }: Site): RedirectRule => ({
	siteUrl: config.siteUrl,
	sitePaths: sitePaths(content),
	allowList: config.auth.redirectAllowList,
})

export const chooseRedirectFor = (site: Site, requested: string | null | undefined) => chooseRedirect(requested, redirectRule(site))

type OptionalText = string | null | undefined
export type PkceInput = { code_challenge?: OptionalText; code_challenge_method?: OptionalText }

export const validationFailed = (message: string) => new ServiceError('invalid', 'validation_failed', message)

/** @throws ServiceError validation_failed (400) with GoTrue's message */
export function requireEmailAddress(email: string): string {
	const address = parseEmailAddress(email)
	if (!address) throw validationFailed('Unable to validate email address: invalid format')
	return address
}

// Common password with which the unmodified client's test suite signs up. It's accepted outside of production (docs/adr/0326).
const TEST_SUITE_PASSWORD = 'password123'

export const checkPasswordPolicy = ({ config, isCommonPassword }: ServiceContext, password: string): PasswordCheck =>
	checkPassword(password, {
		...config.auth.passwordRule,
		isCommon: (typed) => isCommonPassword(typed) && (config.environment === 'production' || typed !== TEST_SUITE_PASSWORD),
	})

/** @throws ServiceError validation_failed (400) if it's too long, weak_password (422) with the reasons */
export function requireGoodPassword(ctx: ServiceContext, password: string): void {
	const check = checkPasswordPolicy(ctx, password)
	if (check.ok) return
	if (check.problem === 'too-long') throw validationFailed('Password cannot be longer than 72 characters')
	throw new ServiceError('unprocessable', 'weak_password', check.message, { weakPasswordReasons: check.reasons })
}

/** @throws ServiceError validation_failed (400) */
export function requireCodeChallenge(input: PkceInput): CodeChallenge | null {
	const check = checkCodeChallenge(input.code_challenge, input.code_challenge_method)
	if (!check.ok) throw validationFailed(check.message)
	return check.challenge
}

/** @throws ServiceError validation_failed (400) for text that can't be stored or is too long */
export function requireValidMetadata(data: Metadata | null | undefined): Metadata {
	const problem = findMetadataProblem(data ?? {})
	if (problem) throw validationFailed(problem)
	return data ?? {}
}

/**
 * Merges metadata. The caller read `stored` while holding the row's lock.
 * @throws ServiceError validation_failed (400)
 */
export function mergeValidMetadata(stored: Metadata, sent: Metadata): Metadata {
	const merged = mergeMetadata(stored, sent)
	const problem = findMergeProblem(stored, merged)
	if (problem) throw validationFailed(problem)
	return merged
}

/**
 * Returns the digits without a plus, as the API shows numbers.
 * @throws ServiceError validation_failed (400) with GoTrue's message
 */
export function requirePhoneNumber(phone: string): string {
	const digits = phone.replace(/[+ ]/g, '')
	if (!/^[1-9]\d{0,14}$/.test(digits)) throw validationFailed('Invalid phone number format (E.164 required)')
	return digits
}

type Refusals = {
	/** Error kind per address type: GoTrue's status differs by endpoint. */
	email: 'invalid' | 'unprocessable'
	phone: 'invalid' | 'unprocessable'
	what: 'logins' | 'signups'
}

/** @throws ServiceError email_provider_disabled, phone_provider_disabled */
export function requireSignInProvider(config: Config, kind: 'email' | 'phone', refusals: Refusals): void {
	const isOn = kind === 'email' ? config.auth.emailEnabled : config.auth.phoneEnabled
	const name = kind === 'email' ? 'Email' : 'Phone'
	if (!isOn) throw new ServiceError(refusals[kind], `${kind}_provider_disabled`, `${name} ${refusals.what} are disabled`)
}

/**
 * Returns the address as entered.
 * @throws ServiceError validation_failed (400) for both or neither
 */
export function requireOneAddress(input: { email?: OptionalText; phone?: OptionalText }): { kind: 'email' | 'phone'; typed: string } {
	if (input.email && input.phone) throw validationFailed('Only an email address or phone number should be provided')
	if (input.phone) return { kind: 'phone', typed: input.phone }
	if (!input.email) throw validationFailed('An email address or phone number is required')
	return { kind: 'email', typed: input.email }
}

/**
 * Rejects channels other than SMS.
 * @param channel as sent by the client
 */
export function requireChannel(channel: OptionalText): void {
	if (channel && channel !== 'sms') throw validationFailed('Invalid channel: supported values are sms')
}

/** Unique constraints of auth.users (migration 0010). */
const CONSTRAINTS = { email: 'users_email_key', phone: 'users_phone_key' }

const REFUSALS = {
	email: () => new ServiceError('unprocessable', 'email_exists', 'A user with this email address has already been registered'),
	phone: () => new ServiceError('unprocessable', 'phone_exists', 'A user with this phone number has already been registered'),
}

export const alreadyTaken = (kind: 'email' | 'phone') => REFUSALS[kind]()

const isTakenError = (error: unknown, kind: 'email' | 'phone') =>
	error instanceof Error && 'constraint' in error && error.constraint === CONSTRAINTS[kind]

/**
 * Translates the unique violation if another account took the address; the transaction is then aborted.
 * @throws ServiceError email_exists, phone_exists (422)
 */
export async function withUniqueAddress<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (isTakenError(error, 'email')) throw alreadyTaken('email')
		if (isTakenError(error, 'phone')) throw alreadyTaken('phone')
		throw error
	}
}

/** Lower-case email address, or digits of a phone number without a plus. */
export type AccountAddress = { kind: 'email' | 'phone'; value: string }

/** @throws ServiceError validation_failed (400) */
export const requireAddress = ({ kind, typed }: { kind: 'email' | 'phone'; typed: string }): AccountAddress => ({
	kind,
	value: kind === 'email' ? requireEmailAddress(typed) : requirePhoneNumber(typed),
})

export const findUserByAddress = (db: Db | Tx, { kind, value }: AccountAddress) =>
	kind === 'email' ? findUserByEmail(db, value) : findUserByPhone(db, value)

export const isConfirmed = (user: Pick<UserRecord, 'email_confirmed_at' | 'phone_confirmed_at'>, kind: AccountAddress['kind']) =>
	(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

export const addressColumns = ({ kind, value }: AccountAddress) => (kind === 'email' ? { email: value } : { phone: value })
