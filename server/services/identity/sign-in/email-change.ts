import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/account-kind.ts'
import { emailClaims } from '#server/services/identity/accounts/create-user.ts'
import { alreadyTaken, withUniqueAddress } from '#server/services/identity/accounts/is-taken.ts'
import { markAddressVerified } from '#server/services/identity/accounts/mark-address-verified.ts'
import { readMetadata, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { type CodeMail, sendCodeMail } from '#server/services/identity/codes/send-code-mail.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

async function hasAccount(tx: Tx, address: string): Promise<boolean> {
	const other = await tx.selectFrom('auth.users').select('id').where('email', '=', address).where(ownsAddress).executeTakeFirst()
	return other !== undefined
}

/** Both addresses must agree: each gets its own code and link. If the operator asks only the new one, the current one has no say. */
export async function sendEmailChangeMails(
	ctx: ServiceContext,
	tx: Tx,
	request: Pick<CodeMail, 'user' | 'redirectTo' | 'challenge'>,
): Promise<void> {
	const { user } = request
	if (user.new_email) {
		// This mail only informs the owner and shows no code, so a request for a taken address can never be confirmed.
		const mail = (await hasAccount(tx, user.new_email)) ? 'auth.email-change-taken' : 'auth.email-change-new'
		await sendCodeMail(ctx, tx, { ...request, mail, address: user.new_email })
	}
	if (user.email && ctx.config.auth.emailChangeAsksBoth)
		await sendCodeMail(ctx, tx, { ...request, mail: 'auth.email-change-current', address: user.email })
}

/**
 * Stores the request; the account keeps its address until both sides have confirmed. A request for another account's address
 * looks the same from outside: its owner is informed, and no one gets a code for it. Codes of an earlier request become
 * invalid. An anonymous account gets its address at once where signing up needs no mail.
 */
export async function requestEmailChange(
	ctx: ServiceContext,
	tx: Tx,
	request: Pick<CodeMail, 'user' | 'redirectTo' | 'challenge'> & { address: string },
): Promise<void> {
	// On sites without confirmation mails, this reveals no more than a sign-up does (docs/adr/0326).
	const isAtOnce = request.user.is_anonymous && ctx.config.auth.emailAutoconfirm
	if (isAtOnce && (await hasAccount(tx, request.address))) throw alreadyTaken('email')
	await tx
		.deleteFrom('auth.one_time_tokens')
		.where('user_id', '=', request.user.id)
		.where('kind', 'in', ['email_change_new', 'email_change_current'])
		.execute()
	await tx
		.updateTable('auth.users')
		.set({ new_email: request.address, email_change_confirmations: 0, updated_at: ctx.now() })
		.where('id', '=', request.user.id)
		.execute()
	await recordAudit(ctx, tx, { action: 'email_change_requested', outcome: 'success', userId: request.user.id })
	const user = { ...request.user, new_email: request.address, email_change_confirmations: 0 }
	// Only the mailbox of an existing address can give it up.
	if (isAtOnce) await confirmEmailChange(ctx, tx, { user, side: 'email_change_new' })
	else await sendEmailChangeMails(ctx, tx, { ...request, user })
}

/**
 * Counts one side's confirmation; the last one needed replaces the address everywhere and deletes every pending code. The
 * current address alone is never enough.
 * @returns whether the change is complete
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
		await tx
			.updateTable('auth.users')
			.set({ email_change_confirmations: confirmations, updated_at: ctx.now() })
			.where('id', '=', user.id)
			.execute()
		return false
	}
	// Only a person who can read the mailbox gets this far.
	if (await hasAccount(tx, address)) throw alreadyTaken('email')

	const claims = emailClaims(user.id, address, true)
	await withUniqueAddress(() =>
		tx
			.updateTable('auth.users')
			.set({
				email: address,
				email_confirmed_at: ctx.now(),
				new_email: null,
				email_change_confirmations: 0,
				raw_user_meta_data: JSON.stringify(mergeMetadata(readMetadata(user.raw_user_meta_data), claims)),
				updated_at: ctx.now(),
			})
			.where('id', '=', user.id)
			.execute(),
	)
	await markAddressVerified(ctx, tx, { user, provider: 'email', claims })
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
	await recordAudit(ctx, tx, { action: 'email_changed', outcome: 'success', userId: user.id })
	return true
}
