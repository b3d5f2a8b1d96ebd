import type { SignUpBody } from '#contracts/auth.ts'
import type { CodeChallenge } from '#domain/auth/code-challenge.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'
import { issueSession } from '#server/services/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/sessions/session-grant.ts'

import { claimMail, hashAddress } from './address-limits.ts'
import { invalid, requireCodeChallenge, requireEmailAddress, requireGoodPassword, requireMetadata, requireOneEmail } from './check-input.ts'
import { confirmAddress } from './confirm-address.ts'
import { createUser } from './create-user.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { describePendingUser, type PendingUser } from './pending-user.ts'
import { pretend } from './pretend.ts'
import { sendCodeMail } from './send-code-mail.ts'
import { findUserByEmail, type UserRecord } from './user-record.ts'

export type SignUpInput = SignUpBody & { redirectTo: string | null }
export type SignUpResult = { kind: 'session'; session: SessionGrant } | { kind: 'pending'; user: PendingUser }

type Claim = { address: string; password: string; data: Metadata; challenge: CodeChallenge | null; redirectTo: string | null }

/** Checks in upstream's order, since each has its own code (AUTH_WIRE §5.1). */
function checkClaim(ctx: ServiceContext, input: SignUpInput): Claim {
	const { auth } = ctx.config
	if (!input.email && !input.phone)
		throw new ServiceError('unprocessable', 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	if (!input.password) throw invalid('Signup requires a valid password')
	requireGoodPassword(ctx.config, input.password)
	const challenge = requireCodeChallenge(input)
	const email = requireOneEmail(input)
	if (!auth.emailEnabled) throw new ServiceError('invalid', 'email_provider_disabled', 'Email signups are disabled')
	return {
		address: requireEmailAddress(email),
		password: input.password,
		data: requireMetadata(input.data),
		challenge,
		redirectTo: input.redirectTo,
	}
}

const alreadyRegistered = () => new ServiceError('unprocessable', 'user_already_exists', 'User already registered')

/** Autoconfirm on: a new account is open at once; an existing one opens only to its own password. */
async function signUpAtOnce(ctx: ServiceContext, claim: Claim): Promise<SessionGrant> {
	const known = await findUserByEmail(ctx.db, claim.address)
	const passwordHash = known ? null : await hashPassword(claim.password)
	const isOwner = known !== null && !known.email_confirmed_at && (await verifyPassword(known.encrypted_password, claim.password))
	if (known && !isOwner) {
		await recordAudit(ctx, ctx.db, { action: 'user_repeated_signup', outcome: 'failure', userId: known.id })
		throw alreadyRegistered()
	}
	return ctx.db.transaction().execute(async (tx) => {
		const user = known ?? (await createUser(ctx, tx, { email: claim.address, passwordHash, data: claim.data, isConfirmed: true }))
		if (!user) throw alreadyRegistered()
		await confirmAddress(ctx, tx, { user, dropsPassword: false })
		await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: user.id, detail: { provider: 'email' } })
		return issueSession(ctx, tx, { userId: user.id, method: 'password' })
	})
}

/**
 * Autoconfirm off: a mail to a new or unconfirmed address, the same work and the same answer for a confirmed one. A
 * second password for an unconfirmed account means that one of the two claimants is a stranger: then neither counts.
 */
async function signUpByMail(ctx: ServiceContext, claim: Claim): Promise<PendingUser> {
	const addressHash = await hashAddress(ctx, claim.address)
	// One hash either way, made or compared, so that both kinds of address take the same time.
	const stored = await findUserByEmail(ctx.db, claim.address)
	const passwordHash = stored ? null : await hashPassword(claim.password)
	const samePassword = stored !== null && (await verifyPassword(stored.encrypted_password, claim.password))

	return ctx.db.transaction().execute(async (tx) => {
		await claimMail(ctx, tx, addressHash)
		const known = await findUserByEmail(tx, claim.address)
		const isOpen = known === null || !known.email_confirmed_at
		const created = known ? null : await createUser(ctx, tx, { email: claim.address, passwordHash, data: claim.data, isConfirmed: false })
		const user = known ?? created
		const mail = { mail: 'auth.confirmation', redirectTo: claim.redirectTo, challenge: claim.challenge } as const
		const mailStranger = (stranger: UserRecord) => sendCodeMail(ctx, tx, { ...mail, user: stranger, address: claim.address })
		await pretend(ctx, tx, { creates: known !== null, mails: isOpen ? null : mailStranger })
		if (isOpen && user) {
			const dropsPassword = known !== null && known.encrypted_password !== null && !samePassword
			await sendCodeMail(ctx, tx, { ...mail, user, address: claim.address, dropsPassword })
		}
		const action = known ? 'user_repeated_signup' : 'user_signedup'
		await recordAudit(ctx, tx, { action, outcome: isOpen ? 'success' : 'failure', userId: user?.id ?? null, detail: { provider: 'email' } })
		return describePendingUser(ctx, { address: claim.address, data: claim.data, id: isOpen && user ? user.id : null })
	})
}

/**
 * Opens an account with e-mail and password (AUTH_WIRE §5.1).
 * @throws ServiceError with the codes of §6; never one that tells whether the address is taken while mails confirm it
 */
export async function signUp(ctx: ServiceContext, input: SignUpInput): Promise<SignUpResult> {
	const claim = checkClaim(ctx, input)
	if (ctx.config.auth.emailAutoconfirm) return { kind: 'session', session: await signUpAtOnce(ctx, claim) }
	return { kind: 'pending', user: await signUpByMail(ctx, claim) }
}
