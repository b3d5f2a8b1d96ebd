import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alreadyTaken, withUniqueAddress } from '#server/services/identity/accounts/check-input.ts'
import { markAddressVerified } from '#server/services/identity/accounts/confirm-address.ts'
import { emailClaims } from '#server/services/identity/accounts/create-user.ts'
import { ownsAddress, toMetadataObject, type UserRecord, updateUserRow } from '#server/services/identity/accounts/user-record.ts'
import { type CodeMail, sendCodeMail, sendCodeSms } from '#server/services/identity/codes/send-code.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

async function hasAccount(tx: Tx, address: string): Promise<boolean> {
	const other = await tx.selectFrom('auth.users').select('id').where('email', '=', address).where(ownsAddress).executeTakeFirst()
	return other !== undefined
}

/** Sends a code and a link to each address that has to confirm. */
export async function sendEmailChangeMails(
	ctx: ServiceContext,
	tx: Tx,
	request: Pick<CodeMail, 'user' | 'redirectTo' | 'challenge'>,
): Promise<void> {
	const { user } = request
	if (user.new_email) {
		// The email for a taken address contains no code, so such a request can never be confirmed.
		const mail = (await hasAccount(tx, user.new_email)) ? 'auth.email-change-taken' : 'auth.email-change-new'
		await sendCodeMail(ctx, tx, { ...request, mail, address: user.new_email })
	}
	if (user.email && ctx.config.auth.emailChangeAsksBoth)
		await sendCodeMail(ctx, tx, { ...request, mail: 'auth.email-change-current', address: user.email })
}

/**
 * Stores the request; the account keeps its address until all required confirmations have arrived. A request for another
 * account's address looks the same from outside: that account's owner is informed, and no code is sent. An anonymous account gets
 * its address immediately if sign-ups need no confirmation.
 * @throws ServiceError email_exists (422) only in that last case
 */
export async function requestEmailChange(
	ctx: ServiceContext,
	tx: Tx,
	request: Pick<CodeMail, 'user' | 'redirectTo' | 'challenge'> & { address: string },
): Promise<void> {
	// On sites without email confirmation, this reveals no more than a sign-up does (docs/adr/0326).
	const isImmediate = request.user.is_anonymous && ctx.config.auth.emailAutoconfirm
	if (isImmediate && (await hasAccount(tx, request.address))) throw alreadyTaken('email')
	await tx
		.deleteFrom('auth.one_time_tokens')
		.where('user_id', '=', request.user.id)
		.where('kind', 'in', ['email_change_new', 'email_change_current'])
		.execute()
	await updateUserRow(tx, request.user.id, { new_email: request.address, email_change_confirmations: 0, updated_at: ctx.now() })
	await recordAudit(ctx, tx, { action: 'email_change_requested', outcome: 'success', userId: request.user.id })
	const user = { ...request.user, new_email: request.address, email_change_confirmations: 0 }
	// An anonymous account has no current address that would have to confirm.
	if (isImmediate) await confirmEmailChange(ctx, tx, { user, side: 'email_change_new' })
	else await sendEmailChangeMails(ctx, tx, { ...request, user })
}

/**
 * Records a confirmation. The last required one replaces the address everywhere and deletes all pending codes. A confirmation by
 * the current address alone is never enough.
 * @returns true if the change is complete
 */
export async function confirmEmailChange(
	ctx: ServiceContext,
	tx: Tx,
	{ user, side }: { user: UserRecord; side: 'email_change_new' | 'email_change_current' },
): Promise<boolean> {
	const address = user.new_email
	if (!address) throw new ServiceError('forbidden', 'otp_expired', 'Token has expired or is invalid')
	const asksBoth = user.email !== null && ctx.config.auth.emailChangeAsksBoth
	if (!asksBoth && side === 'email_change_current') return false
	const needed = asksBoth ? 2 : 1
	const confirmations = user.email_change_confirmations + 1
	if (confirmations < needed) {
		await updateUserRow(tx, user.id, { email_change_confirmations: confirmations, updated_at: ctx.now() })
		return false
	}
	// This error reveals nothing: only someone who can read that mailbox gets here.
	if (await hasAccount(tx, address)) throw alreadyTaken('email')

	const claims = emailClaims(user.id, address, true)
	await withUniqueAddress(() =>
		updateUserRow(tx, user.id, {
			email: address,
			email_confirmed_at: ctx.now(),
			new_email: null,
			email_change_confirmations: 0,
			raw_user_meta_data: JSON.stringify(mergeMetadata(toMetadataObject(user.raw_user_meta_data), claims)),
			updated_at: ctx.now(),
		}),
	)
	await markAddressVerified(ctx, tx, { user, provider: 'email', claims })
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
	await recordAudit(ctx, tx, { action: 'email_changed', outcome: 'success', userId: user.id })
	return true
}

async function requireFree(tx: Tx, phone: string, userId: string): Promise<void> {
	const other = await tx.selectFrom('auth.users').select('id').where('phone', '=', phone).where('id', '!=', userId).executeTakeFirst()
	if (other) throw alreadyTaken('phone')
}

/**
 * Sends a code to the new number; the account keeps its number until the code is entered. Only someone with that phone learns
 * that another account has the number.
 * @throws ServiceError phone_exists (422) if the operator requires no confirmation
 */
export async function requestPhoneChange(ctx: ServiceContext, tx: Tx, { user, phone }: { user: UserRecord; phone: string }): Promise<void> {
	await updateUserRow(tx, user.id, { new_phone: phone, updated_at: ctx.now() })
	await recordAudit(ctx, tx, { action: 'phone_change_requested', outcome: 'success', userId: user.id })
	if (ctx.config.auth.phoneAutoconfirm) return confirmPhoneChange(ctx, tx, { ...user, new_phone: phone })
	return sendCodeSms(ctx, tx, { kind: 'phone_change', user, phone })
}

/**
 * Replaces the number everywhere and deletes all pending codes.
 * @throws ServiceError otp_expired (403) if no change is pending, phone_exists (422)
 */
export async function confirmPhoneChange(ctx: ServiceContext, tx: Tx, user: UserRecord): Promise<void> {
	const phone = user.new_phone
	if (!phone) throw new ServiceError('forbidden', 'otp_expired', 'Token has expired or is invalid')
	await requireFree(tx, phone, user.id)
	const proven = { phone, phone_verified: true }
	await withUniqueAddress(() =>
		updateUserRow(tx, user.id, {
			phone,
			phone_confirmed_at: ctx.now(),
			new_phone: null,
			raw_user_meta_data: JSON.stringify(mergeMetadata(toMetadataObject(user.raw_user_meta_data), proven)),
			updated_at: ctx.now(),
		}),
	)
	await markAddressVerified(ctx, tx, { user, provider: 'phone', claims: { sub: user.id, ...proven, email_verified: false } })
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
	await recordAudit(ctx, tx, { action: 'phone_changed', outcome: 'success', userId: user.id })
}
