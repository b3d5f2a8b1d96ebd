import type { SignUpBody } from '#contracts/auth.ts'
import type { CodeChallenge } from '#domain/auth/code-challenge.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	type AccountAddress,
	findUserByAddress,
	validationFailed,
	isConfirmed,
	addressColumns,
	requireAddress,
	requireChannel,
	requireCodeChallenge,
	requireGoodPassword,
	requireValidMetadata,
	requireOneAddress,
	requireSignInProvider,
} from '#server/services/identity/accounts/check-input.ts'
import { confirmAddress } from '#server/services/identity/accounts/confirm-address.ts'
import { createUser, describePendingUser, type PendingUser } from '#server/services/identity/accounts/create-user.ts'
import { equalizeTiming } from '#server/services/identity/accounts/equalize-timing.ts'
import { hashPassword, verifyPassword } from '#server/services/identity/accounts/password-hash.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { requireSmsAllowed } from '#server/services/identity/codes/auth-sms.ts'
import { inMessageTurn, prepareTurn } from '#server/services/identity/codes/message-turn.ts'
import { sendCodeMail, sendCodeSms } from '#server/services/identity/codes/send-code.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

export type SignUpInput = SignUpBody & { redirectTo: string | null }
export type SignUpResult = { kind: 'session'; session: IssuedSession } | { kind: 'pending'; user: PendingUser }

type SignUpRequest = {
	address: AccountAddress
	password: string
	data: Metadata
	challenge: CodeChallenge | null
	redirectTo: string | null
}

/** Checks a sign-up in GoTrue's order, since each check has its own error code. Only the password is checked later than in GoTrue. */
function requireValidRequest(ctx: ServiceContext, input: SignUpInput): SignUpRequest {
	const { auth } = ctx.config
	if (auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	if (!input.password) throw validationFailed('Signup requires a valid password')
	const challenge = requireCodeChallenge(input)
	const given = requireOneAddress(input)
	if (given.kind === 'phone' && challenge) throw validationFailed('PKCE not supported for phone signups')
	requireSignInProvider(ctx.config, given.kind, { email: 'invalid', phone: 'invalid', what: 'signups' })
	if (given.kind === 'phone') requireChannel(input.channel)
	const address = requireAddress(given)
	// This check comes last because it also rejects common passwords. GoTrue's test suite uses one, and expects the errors above.
	requireGoodPassword(ctx, input.password)
	return {
		address,
		password: input.password,
		data: requireValidMetadata(input.data),
		challenge,
		redirectTo: input.redirectTo,
	}
}

const alreadyRegistered = () => new ServiceError('unprocessable', 'user_already_exists', 'User already registered')

/** Signs up without confirmation. An existing unconfirmed account is opened only with its own password. */
async function signUpAtOnce(ctx: ServiceContext, claim: SignUpRequest): Promise<IssuedSession> {
	const { kind } = claim.address
	const known = await findUserByAddress(ctx.db, claim.address)
	const passwordHash = known ? null : await hashPassword(claim.password)
	const isOwner = known !== null && !isConfirmed(known, kind) && (await verifyPassword(known.encrypted_password, claim.password))
	if (known && !isOwner) {
		await recordAudit(ctx, ctx.db, { action: 'user_repeated_signup', outcome: 'failure', userId: known.id })
		throw alreadyRegistered()
	}
	return inTransaction(ctx.db, async (tx) => {
		const user =
			known ?? (await createUser(ctx, tx, { ...addressColumns(claim.address), passwordHash, data: claim.data, isConfirmed: true }))
		if (!user) throw alreadyRegistered()
		await confirmAddress(ctx, tx, { user, kind, dropsPassword: false })
		await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: user.id, detail: { provider: kind } })
		return issueSession(ctx, tx, { userId: user.id, method: 'password', provider: kind })
	})
}

async function sendConfirmation(
	ctx: ServiceContext,
	tx: Tx,
	{ claim, user, dropsPassword = false }: { claim: SignUpRequest; user: UserRecord; dropsPassword?: boolean },
): Promise<void> {
	const { address, redirectTo, challenge, data: profile } = claim
	const request = { user, dropsPassword, profile }
	if (address.kind === 'phone') await sendCodeSms(ctx, tx, { ...request, kind: 'sms', phone: address.value })
	else await sendCodeMail(ctx, tx, { ...request, mail: 'auth.confirmation', address: address.value, redirectTo, challenge })
}

/**
 * Signs up with a confirmation message. For an address with a confirmed account, the response is the same and takes as long. If a second
 * sign-up has a different password, one of the two isn't from the owner, so neither password is kept.
 */
async function signUpByMessage(ctx: ServiceContext, claim: SignUpRequest): Promise<PendingUser> {
	const { address } = claim
	// Compute one hash in either case, so that both take the same time.
	const stored = await findUserByAddress(ctx.db, address)
	const passwordHash = stored ? null : await hashPassword(claim.password)
	const samePassword = stored !== null && (await verifyPassword(stored.encrypted_password, claim.password))

	return inMessageTurn(ctx, await prepareTurn(ctx, address), async (tx) => {
		const known = await findUserByAddress(tx, address)
		const isOpen = known === null || !isConfirmed(known, address.kind)
		const created = known ? null : await createUser(ctx, tx, { ...addressColumns(address), passwordHash, data: {}, isConfirmed: false })
		const user = known ?? created
		const writeToStranger = (stranger: UserRecord) => sendConfirmation(ctx, tx, { claim, user: stranger })
		await equalizeTiming(ctx, tx, { creates: known !== null, mails: isOpen ? null : writeToStranger })
		if (isOpen && user) {
			const dropsPassword = known !== null && known.encrypted_password !== null && !samePassword
			await sendConfirmation(ctx, tx, { claim, user, dropsPassword })
		}
		const action = known ? 'user_repeated_signup' : 'user_signedup'
		await recordAudit(ctx, tx, {
			action,
			outcome: isOpen ? 'success' : 'failure',
			userId: user?.id ?? null,
			detail: { provider: address.kind },
		})
		return describePendingUser(ctx, { address, data: claim.data, id: isOpen && user ? user.id : null })
	})
}

/**
 * @throws ServiceError validation_failed, email_provider_disabled, phone_provider_disabled (400), weak_password, signup_disabled,
 * sms_send_failed (422), over_email_send_rate_limit, over_sms_send_rate_limit, sms_country_paused (429); user_already_exists
 * (422) only with autoconfirm
 */
export async function signUp(ctx: ServiceContext, input: SignUpInput): Promise<SignUpResult> {
	const claim = requireValidRequest(ctx, input)
	const { emailAutoconfirm, phoneAutoconfirm } = ctx.config.auth
	const isOpenAtOnce = claim.address.kind === 'email' ? emailAutoconfirm : phoneAutoconfirm
	if (isOpenAtOnce) return { kind: 'session', session: await signUpAtOnce(ctx, claim) }
	if (claim.address.kind === 'phone') await requireSmsAllowed(ctx, { phone: claim.address.value })
	return { kind: 'pending', user: await signUpByMessage(ctx, claim) }
}

/**
 * Signs in with a new anonymous account. It becomes permanent once an address is added with `updateUser` and verified.
 * @throws ServiceError anonymous_provider_disabled, signup_disabled (422)
 */
export async function signInAnonymously(ctx: ServiceContext, input: Pick<SignUpBody, 'data'>): Promise<IssuedSession> {
	const { auth } = ctx.config
	if (!auth.anonymousEnabled) throw new ServiceError('unprocessable', 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	const data = requireValidMetadata(input.data)
	return inTransaction(ctx.db, async (tx) => {
		const user = await createUser(ctx, tx, { passwordHash: null, data, isConfirmed: false })
		if (!user) throw new Error('a random account id was taken')
		await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: user.id, detail: { provider: 'anonymous' } })
		return issueSession(ctx, tx, { userId: user.id, method: 'anonymous' })
	})
}
