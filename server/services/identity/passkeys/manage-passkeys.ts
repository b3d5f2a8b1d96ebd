import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { invalid } from '#server/services/identity/accounts/check-input.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { requireSecondFactor } from '#server/services/identity/sessions/second-factor-rules.ts'
import { auditFailure } from '#server/services/platform/audit/audit-failure.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { type PasskeyRow, requirePasskeys } from './passkey-rules.ts'

const MAX_NAME_LENGTH = 120

const notFound = () => new ServiceError('not-found', 'webauthn_credential_not_found', 'Passkey not found')

/**
 * Lists the account's passkeys, oldest first.
 * @throws ServiceError passkey_disabled (404)
 */
export function listPasskeys(ctx: ServiceContext, caller: SignedIn): Promise<PasskeyRow[]> {
	requirePasskeys(ctx)
	return ctx.db.selectFrom('auth.passkeys').selectAll().where('user_id', '=', caller.userId).orderBy('created_at').execute()
}

async function requireChangeable(ctx: ServiceContext, caller: SignedIn, id: string): Promise<void> {
	requirePasskeys(ctx)
	if (!isUuid(id)) throw notFound()
	await requireSecondFactor(ctx.db, caller, { kind: 'forbidden', message: 'AAL2 required to manage passkeys' })
	await requireFreshChange(ctx, ctx.db, caller)
}

/** @throws ServiceError validation_failed (400) for an empty name or one over 120 characters, and the errors of `deletePasskey` */
export async function renamePasskey(
	ctx: ServiceContext,
	caller: SignedIn,
	{ id, name }: { id: string; name: string },
): Promise<PasskeyRow> {
	await requireChangeable(ctx, caller, id)
	const friendlyName = name.trim()
	if (friendlyName === '' || friendlyName.length > MAX_NAME_LENGTH)
		throw invalid(`friendly_name must have between 1 and ${MAX_NAME_LENGTH} characters`)
	return inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.updateTable('auth.passkeys')
			.set({ friendly_name: friendlyName })
			.where('id', '=', id)
			.where('user_id', '=', caller.userId)
			.returningAll()
			.executeTakeFirst()
		if (!row) throw notFound()
		await recordAudit(ctx, tx, { action: 'passkey_updated', outcome: 'success', userId: caller.userId, detail: { passkey_id: id } })
		return row
	})
}

/**
 * @throws ServiceError insufficient_aal (403), reauthentication_needed (400), webauthn_credential_not_found (404) for a passkey
 * that the account doesn't have
 */
export async function deletePasskey(ctx: ServiceContext, caller: SignedIn, id: string): Promise<void> {
	const work = async () => {
		await requireChangeable(ctx, caller, id)
		await inTransaction(ctx.db, async (tx) => {
			const { numDeletedRows } = await tx
				.deleteFrom('auth.passkeys')
				.where('id', '=', id)
				.where('user_id', '=', caller.userId)
				.executeTakeFirst()
			if (numDeletedRows === 0n) throw notFound()
			await recordAudit(ctx, tx, { action: 'passkey_deleted', outcome: 'success', userId: caller.userId, detail: { passkey_id: id } })
		})
	}
	await auditFailure(ctx, { action: 'passkey_deleted', userId: caller.userId }, work)
}
