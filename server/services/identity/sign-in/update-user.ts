import type { UpdateUserBody } from '#contracts/auth.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countEmail, countSms, hashAddress } from '#server/services/identity/accounts/address-limits.ts'
import {
	validationFailed,
	mergeValidMetadata,
	requireChannel,
	requireCodeChallenge,
	requireEmailAddress,
	requireGoodPassword,
	requireValidMetadata,
	requirePhoneNumber,
	requireSignInProvider,
} from '#server/services/identity/accounts/check-input.ts'
import { invalidateCodes } from '#server/services/identity/accounts/one-time-token.ts'
import { hashPassword, verifyPassword } from '#server/services/identity/accounts/password-hash.ts'
import {
	lockUser,
	toMetadataObject,
	requireAccountRight,
	requireUser,
	type UserRecord,
	updateUserRow,
} from '#server/services/identity/accounts/user-record.ts'
import { requireSmsAllowed } from '#server/services/identity/codes/auth-sms.ts'
import { endOtherSessions } from '#server/services/identity/sessions/end-sessions.ts'
import { lastProofAt, needsFreshProof, requireSecondFactor, spendReauthentication } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

import { requestEmailChange, requestPhoneChange } from './contact-change.ts'

/** Maximum session age to set a password without a fresh proof, if the operator requires one. */
const FRESH_MS = 24 * 3_600_000

/** Checks and hashes a new password, one at a time per account, so that a single account can't fill the queue of known browsers. */
function hashNewPassword(ctx: ServiceContext, user: UserRecord, password: string): Promise<string> {
	requireGoodPassword(ctx, password)
	return runOneAtATime(`new password ${user.id}`, async () => {
		if (user.encrypted_password && (await verifyPassword(user.encrypted_password, password, 'trusted')))
			throw new ServiceError('unprocessable', 'same_password', 'New password should be different from the old password.')
		return hashPassword(password, 'trusted')
	})
}

function requireAllowedChange(ctx: ServiceContext, input: UpdateUserInput): void {
	if (input.app_metadata !== undefined) throw new ServiceError('forbidden', 'not_admin', 'Updating app_metadata requires admin privileges')
	if (input.phone) requireSignInProvider(ctx.config, 'phone', { email: 'invalid', phone: 'invalid', what: 'logins' })
	const given = [input.email, input.phone, input.password, input.data, input.channel]
	if (given.every((value) => value === undefined || value === null)) throw validationFailed('Nothing to update')
}

/** True if the session is too old to set a password. Applies to sessions of any client. */
async function isStaleForPassword(ctx: ServiceContext, caller: SignedIn): Promise<boolean> {
	if (!ctx.config.auth.passwordNeedsReauthentication) return false
	const session = await ctx.db
		.selectFrom('auth.sessions')
		.select(['created_at', 'proven_at'])
		.where('id', '=', caller.sessionId)
		.executeTakeFirst()
	return !session || ctx.now().getTime() - lastProofAt(session).getTime() >= FRESH_MS
}

type Change = { user: UserRecord; phone: string | null; address: string | null; passwordHash: string | null }

/**
 * True if the change affects a sign-in method. A change of email that the current mailbox has to confirm doesn't count, because the
 * confirmation is proof enough.
 */
function changesSignIn(ctx: ServiceContext, { user, phone, address, passwordHash }: Change): boolean {
	const asksMailbox = user.email_confirmed_at !== null && ctx.config.auth.emailChangeAsksBoth
	return phone !== null || passwordHash !== null || (address !== null && !asksMailbox)
}

async function requireFreshProof(
	ctx: ServiceContext,
	caller: SignedIn,
	{ nonce, ...change }: Change & { nonce: string | null | undefined },
): Promise<void> {
	const isStale = change.passwordHash !== null && (await isStaleForPassword(ctx, caller))
	if (!isStale && !(changesSignIn(ctx, change) && (await needsFreshProof(ctx, ctx.db, caller)))) return
	if (!nonce) throw new ServiceError('invalid', 'reauthentication_needed', 'Password update requires reauthentication')
	await spendReauthentication(ctx, caller, nonce)
}

async function requireNewPhone(ctx: ServiceContext, user: UserRecord, input: UpdateUserInput): Promise<string | null> {
	if (!input.phone) return null
	const phone = requirePhoneNumber(input.phone)
	requireChannel(input.channel)
	if (phone === user.phone) return null
	if (!ctx.config.auth.phoneAutoconfirm) await requireSmsAllowed(ctx, { phone, userId: user.id })
	return phone
}

/**
 * Validates a change completely before anything is written. Any change requires the account's second factor; GoTrue requires it
 * only for sign-in methods (docs/gotrue-differences.md).
 */
export async function checkUserChange(
	ctx: ServiceContext,
	{ caller, user, input }: { caller: SignedIn; user: UserRecord; input: UpdateUserInput },
) {
	if (input.email || input.phone || typeof input.password === 'string' || input.nonce) requireAccountRight(user, 'canChangeAccess')
	requireAllowedChange(ctx, input)
	await requireSecondFactor(ctx.db, caller, {
		kind: 'unauthenticated',
		message: 'AAL2 session is required to update email, phone or password when MFA is enabled.',
	})
	if (user.is_anonymous && input.password && !input.email && !input.phone) {
		const message = 'Updating password of an anonymous user without an email or phone is not allowed'
		throw new ServiceError('unprocessable', 'validation_failed', message)
	}
	const address = input.email && input.email.toLowerCase() !== user.email ? requireEmailAddress(input.email) : null
	const phone = await requireNewPhone(ctx, user, input)
	const sent = requireValidMetadata(input.data)
	const challenge = requireCodeChallenge(input)
	const password = input.password ?? null
	const passwordHash = password === null ? null : await hashNewPassword(ctx, user, password)
	await requireFreshProof(ctx, caller, { user, phone, address, passwordHash, nonce: input.nonce })
	return {
		address,
		addressHash: address ? await hashAddress(ctx, address) : null,
		phone,
		phoneHash: phone ? await hashAddress(ctx, phone) : null,
		challenge,
		metadata: input.data ? sent : null,
		passwordHash,
	}
}

export type UpdateUserInput = UpdateUserBody & { redirectTo: string | null }

/** Saves a new password. Ends all other sessions and anything someone else may have requested, such as pending codes. */
async function savePassword(ctx: ServiceContext, tx: Tx, { caller, hash }: { caller: SignedIn; hash: string }): Promise<void> {
	await updateUserRow(tx, caller.userId, { encrypted_password: hash, new_email: null, new_phone: null, updated_at: ctx.now() })
	await invalidateCodes(tx, caller.userId)
	await endOtherSessions(tx, caller.userId, caller.sessionId)
	await recordAudit(ctx, tx, { action: 'user_updated_password', outcome: 'success', userId: caller.userId })
}

async function saveChange(ctx: ServiceContext, { caller, input }: { caller: SignedIn; input: UpdateUserInput }): Promise<UserRecord> {
	const change = await checkUserChange(ctx, { caller, user: await requireUser(ctx.db, caller.userId), input })

	return inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, caller.userId)
		const user = await requireUser(tx, caller.userId)
		if (change.metadata) {
			const merged = mergeValidMetadata(toMetadataObject(user.raw_user_meta_data), change.metadata)
			await updateUserRow(tx, user.id, { raw_user_meta_data: JSON.stringify(merged), updated_at: ctx.now() })
			await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId: user.id })
		}
		if (change.passwordHash) await savePassword(ctx, tx, { caller, hash: change.passwordHash })
		if (change.address && change.addressHash) {
			await countEmail(ctx, tx, change.addressHash)
			await requestEmailChange(ctx, tx, { user, address: change.address, redirectTo: input.redirectTo, challenge: change.challenge })
		}
		if (change.phone && change.phoneHash) {
			if (!ctx.config.auth.phoneAutoconfirm) await countSms(ctx, tx, change.phoneHash)
			await requestPhoneChange(ctx, tx, { user: await requireUser(tx, user.id), phone: change.phone })
		}
		return requireUser(tx, user.id)
	})
}

/**
 * Updates the account. Metadata and password change immediately, an email address or phone number once it's confirmed.
 * @throws ServiceError insufficient_aal (401), weak_password, same_password, reauthentication_not_valid, user_sso_managed,
 * phone_exists, sms_send_failed (422), not_admin (403), reauthentication_needed, validation_failed, phone_provider_disabled
 * (400), over_email_send_rate_limit, over_sms_send_rate_limit, sms_country_paused (429)
 */
export async function updateUser(ctx: ServiceContext, caller: SignedIn, input: UpdateUserInput): Promise<UserRecord> {
	return withFailureAudit(ctx, { action: 'user_modified', userId: caller.userId }, () => saveChange(ctx, { caller, input }))
}
