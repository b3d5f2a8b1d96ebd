import type { UpdateUserBody } from '#contracts/auth.ts'
import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { auditFailure } from '#server/services/audit/audit-failure.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'
import { endOtherSessions } from '#server/services/sessions/end-sessions.ts'
import type { SignedIn } from '#server/services/sessions/identify-bearer.ts'

import { claimMail, hashAddress } from './address-limits.ts'
import { invalid, phoneDisabled, requireCodeChallenge, requireEmailAddress, requireGoodPassword, requireMetadata } from './check-input.ts'
import { requestEmailChange } from './email-change.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { readMetadata, requireUser, type UserRecord } from './user-record.ts'

export type UpdateUserInput = UpdateUserBody & { redirectTo: string | null }

async function hashNewPassword(ctx: ServiceContext, user: UserRecord, password: string): Promise<string> {
	requireGoodPassword(ctx.config, password)
	if (user.encrypted_password && (await verifyPassword(user.encrypted_password, password)))
		throw new ServiceError('unprocessable', 'same_password', 'New password should be different from the old password.')
	return hashPassword(password)
}

/** A new password ends every other session and every way back in that the old owner may have asked for. */
async function savePassword(ctx: ServiceContext, tx: Tx, { caller, hash }: { caller: SignedIn; hash: string }): Promise<void> {
	await tx.updateTable('auth.users').set({ encrypted_password: hash, updated_at: ctx.now() }).where('id', '=', caller.userId).execute()
	await tx
		.deleteFrom('auth.one_time_tokens')
		.where('user_id', '=', caller.userId)
		.where('kind', 'in', ['recovery', 'reauthentication'])
		.execute()
	await endOtherSessions(tx, caller.userId, caller.sessionId)
	await recordAudit(ctx, tx, { action: 'user_updated_password', outcome: 'success', userId: caller.userId })
}

function refuseWhatNobodyMay(input: UpdateUserInput): void {
	if (input.app_metadata !== undefined) throw new ServiceError('forbidden', 'not_admin', 'Updating app_metadata requires admin privileges')
	if (input.phone) throw phoneDisabled()
	const given = [input.email, input.password, input.data, input.channel]
	if (given.every((value) => value === undefined || value === null)) throw invalid('Nothing to update')
}

/** What the request changes, checked before anything is written. */
async function checkChange(ctx: ServiceContext, user: UserRecord, input: UpdateUserInput) {
	const address = input.email && input.email.toLowerCase() !== user.email ? requireEmailAddress(input.email) : null
	const sent = requireMetadata(input.data)
	const merged = mergeMetadata(readMetadata(user.raw_user_meta_data), sent)
	if (input.data) requireMetadata(merged)
	return {
		address,
		challenge: requireCodeChallenge(input),
		metadata: input.data ? sent : null,
		passwordHash: input.password ? await hashNewPassword(ctx, user, input.password) : null,
		addressHash: address ? await hashAddress(ctx, address) : null,
	}
}

/** Checks first, then writes everything in one transaction. */
async function saveChange(ctx: ServiceContext, { caller, input }: { caller: SignedIn; input: UpdateUserInput }): Promise<UserRecord> {
	refuseWhatNobodyMay(input)
	const change = await checkChange(ctx, await requireUser(ctx.db, caller.userId), input)

	return ctx.db.transaction().execute(async (tx) => {
		await tx.selectFrom('auth.users').select('id').where('id', '=', caller.userId).forUpdate().execute()
		const user = await requireUser(tx, caller.userId)
		if (change.metadata) {
			const merged = mergeMetadata(readMetadata(user.raw_user_meta_data), change.metadata)
			await tx
				.updateTable('auth.users')
				.set({ raw_user_meta_data: JSON.stringify(merged), updated_at: ctx.now() })
				.where('id', '=', user.id)
				.execute()
			await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId: user.id })
		}
		if (change.passwordHash) await savePassword(ctx, tx, { caller, hash: change.passwordHash })
		if (change.address && change.addressHash) {
			await claimMail(ctx, tx, change.addressHash)
			await requestEmailChange(ctx, tx, { user, address: change.address, redirectTo: input.redirectTo, challenge: change.challenge })
		}
		return requireUser(tx, user.id)
	})
}

/**
 * Changes the signed-in account (AUTH_WIRE §5.7): data merges at once, a password at once, an e-mail address only after
 * both mailboxes agree.
 * @throws ServiceError weak_password, same_password, email_exists (422), not_admin (403), validation_failed (400)
 */
export async function updateUser(ctx: ServiceContext, caller: SignedIn, input: UpdateUserInput): Promise<UserRecord> {
	return auditFailure(ctx, { action: 'user_modified', userId: caller.userId }, () => saveChange(ctx, { caller, input }))
}
