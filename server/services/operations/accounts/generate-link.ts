import type { GenerateLinkBody, InviteBody } from '#contracts/auth-admin.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { OneTimeTokenKind } from '#domain/auth/verification-types.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	alreadyTaken,
	chooseRedirectFor,
	mergeValidMetadata,
	requireEmailAddress,
	requireGoodPassword,
	requireValidMetadata,
	validationFailed,
} from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { hashPassword } from '#server/services/identity/accounts/password-hash.ts'
import {
	findUserByEmail,
	toMetadataObject,
	requireUser,
	type UserRecord,
	updateUserRow,
} from '#server/services/identity/accounts/user-record.ts'
import { INVITE_SECONDS, sendCodeMail } from '#server/services/identity/codes/send-code.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireFreeAddresses } from './check-account.ts'

const LINKS = {
	signup: { kind: 'confirmation', sentAt: 'confirmation_sent_at', verifies: 'signup' },
	invite: { kind: 'confirmation', sentAt: 'invited_at', verifies: 'invite' },
	magiclink: { kind: 'recovery', sentAt: 'recovery_sent_at', verifies: 'magiclink' },
	recovery: { kind: 'recovery', sentAt: 'recovery_sent_at', verifies: 'recovery' },
	email_change_current: { kind: 'email_change_current', sentAt: 'email_change_sent_at', verifies: 'email_change' },
	email_change_new: { kind: 'email_change_new', sentAt: 'email_change_sent_at', verifies: 'email_change' },
} as const satisfies Record<string, { kind: OneTimeTokenKind; sentAt: string; verifies: string }>
type LinkType = keyof typeof LINKS

export type GeneratedLink = {
	user: UserRecord
	code: string
	linkToken: string
	type: LinkType
	verifies: string
	redirectTo: string
	url: string
}

type LinkRequest = { address: string; newAddress: string | null; data: Metadata; passwordHash: string | null }
type Target = { user: UserRecord; type: LinkType; address: string; dropsPassword: boolean }

/** Keeps colons and slashes readable, as RFC 3986 (section 3.4) allows: clients search the link for its destination. */
const readable = (query: URLSearchParams) => query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/')

const isLinkType = (type: string): type is LinkType => Object.hasOwn(LINKS, type)

async function requireKnown(tx: Tx, address: string): Promise<UserRecord> {
	const user = await findUserByEmail(tx, address)
	if (!user) throw new ServiceError('not-found', 'user_not_found', 'User with this email not found')
	return user
}

/** Prepares an email change. Its two links must have the same new address; a different one starts a new change. */
async function prepareEmailChange(
	ctx: ServiceContext,
	tx: Tx,
	{ request, type }: { request: LinkRequest; type: LinkType },
): Promise<Target> {
	const known = await requireKnown(tx, request.address)
	const next = request.newAddress
	if (next === null) throw validationFailed('new_email is required to generate a link for an email change')
	await requireFreeAddresses(tx, { email: next, phone: null, userId: known.id })
	if (next === known.email) throw alreadyTaken('email')
	if (next !== known.new_email) {
		await tx
			.deleteFrom('auth.one_time_tokens')
			.where('user_id', '=', known.id)
			.where('kind', 'in', ['email_change_new', 'email_change_current'])
			.execute()
		await updateUserRow(tx, known.id, { new_email: next, email_change_confirmations: 0 })
	}
	return { user: known, type, address: type === 'email_change_new' ? next : request.address, dropsPassword: false }
}

async function chooseTarget(ctx: ServiceContext, tx: Tx, { request, type }: { request: LinkRequest; type: LinkType }): Promise<Target> {
	const { address } = request
	if (type === 'email_change_current' || type === 'email_change_new') return prepareEmailChange(ctx, tx, { request, type })
	if (type === 'recovery' || type === 'magiclink') {
		// A magic link for an unknown address signs up a new account.
		if (type === 'magiclink' && !(await findUserByEmail(tx, address)))
			return {
				user: await openUnconfirmedAccount(ctx, tx, { ...request, passwordHash: null }),
				type: 'signup',
				address,
				dropsPassword: false,
			}
		const user = await requireKnown(tx, address)
		return { user, type, address, dropsPassword: !user.email_confirmed_at && user.encrypted_password !== null }
	}
	const user = await openUnconfirmedAccount(ctx, tx, request)
	return { user, type, address, dropsPassword: type === 'invite' && user.encrypted_password !== null }
}

async function requireValidRequest(ctx: ServiceContext, type: LinkType, body: GenerateLinkBody): Promise<LinkRequest> {
	if (!body.email) throw validationFailed('An email address is required')
	const address = requireEmailAddress(body.email)
	const newAddress = body.new_email ? requireEmailAddress(body.new_email) : null
	const data = requireValidMetadata(body.data)
	if (type !== 'signup') return { address, newAddress, data, passwordHash: null }
	if (!body.password) throw validationFailed('Signup requires a valid password')
	requireGoodPassword(ctx, body.password)
	return { address, newAddress, data, passwordHash: await hashPassword(body.password, 'trusted') }
}

/**
 * Creates the code and link of an email for operators who send their own. Anyone who has the response can sign in to the account.
 * @param redirectTo as requested; checked against the allow list
 * @throws ServiceError validation_failed (400), user_not_found (404), weak_password, email_exists (422)
 */
export async function generateLink(ctx: ServiceContext, body: GenerateLinkBody, redirectTo: string | null): Promise<GeneratedLink> {
	const requestedType = body.type ?? ''
	if (!isLinkType(requestedType)) throw validationFailed(`Invalid email action link type requested: ${requestedType.slice(0, 40)}`)
	const request = await requireValidRequest(ctx, requestedType, body)
	return inTransaction(ctx.db, async (tx) => {
		const { user, type, address, dropsPassword } = await chooseTarget(ctx, tx, { request, type: requestedType })
		const { kind, sentAt, verifies } = LINKS[type]
		const seconds = type === 'invite' ? INVITE_SECONDS : ctx.config.auth.emailCodeSeconds
		const { code, linkToken } = await issueOneTimeToken(ctx, tx, {
			userId: user.id,
			kind,
			address,
			flowStateId: null,
			dropsPassword,
			seconds,
		})
		await updateUserRow(tx, user.id, { [sentAt]: ctx.now(), updated_at: ctx.now() })
		await recordAudit(ctx, tx, { action: 'link_generated', outcome: 'success', userId: user.id, detail: { by: 'service_role', type } })
		const redirect = chooseRedirectFor(ctx, redirectTo ?? body.redirect_to)
		const query = new URLSearchParams({ token: linkToken, type: verifies, redirect_to: redirect })
		const url = `${ctx.config.auth.url}/verify?${readable(query)}`
		return { user: await requireUser(tx, user.id), code, linkToken, type, verifies, redirectTo: redirect, url }
	})
}

/**
 * Emails a confirmation link, valid for a day. A password that someone else set for the address becomes invalid when the link is
 * followed.
 * @throws ServiceError validation_failed (400), email_exists (422) for a confirmed account
 */
export async function inviteUser(
	ctx: ServiceContext,
	{ email, data, redirectTo }: InviteBody & { redirectTo: string | null },
): Promise<UserRecord> {
	if (!email) throw validationFailed('An email address is required')
	const address = requireEmailAddress(email)
	const metadata = requireValidMetadata(data)
	return inTransaction(ctx.db, async (tx) => {
		const user = await openUnconfirmedAccount(ctx, tx, { address, data: metadata, passwordHash: null })
		const dropsPassword = user.encrypted_password !== null
		await sendCodeMail(ctx, tx, { mail: 'auth.invite', user, address, redirectTo, challenge: null, dropsPassword })
		await recordAudit(ctx, tx, { action: 'user_invited', outcome: 'success', userId: user.id, detail: { by: 'service_role' } })
		return requireUser(tx, user.id)
	})
}

export type UnconfirmedAccount = {
	/** Email address, parsed and in lower case. */
	address: string
	data: Metadata
	/** Null keeps an existing password. */
	passwordHash: string | null
}

/**
 * Finds or creates the unconfirmed account of an address, for an invitation or a sign-up link.
 * @throws ServiceError email_exists (422) if the address is confirmed
 */
export async function openUnconfirmedAccount(
	ctx: ServiceContext,
	tx: Tx,
	{ address, data, passwordHash }: UnconfirmedAccount,
): Promise<UserRecord> {
	const known = await findUserByEmail(tx, address)
	if (known?.email_confirmed_at) throw alreadyTaken('email')
	if (!known) {
		const created = await createUser(ctx, tx, { email: address, passwordHash, data, isConfirmed: false, isOpenedByOperator: true })
		if (!created) throw alreadyTaken('email')
		return created
	}
	await updateUserRow(tx, known.id, {
		raw_user_meta_data: JSON.stringify(mergeValidMetadata(toMetadataObject(known.raw_user_meta_data), data)),
		...(passwordHash !== null && { encrypted_password: passwordHash }),
		updated_at: ctx.now(),
	})
	return requireUser(tx, known.id)
}
