import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { erasePerson } from '#server/services/people/privacy/erase-person.ts'
import { findPerson, lockPerson } from '#server/services/people/privacy/person.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { lockAnyAccount, requireAccount } from './find-account.ts'

/** Clears an account: keeps the row for its references, without anything that identifies the person or allows a sign-in. */
async function emptyAccount(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
	await tx
		.updateTable('auth.users')
		.set({
			email: null,
			phone: null,
			new_email: null,
			new_phone: null,
			encrypted_password: null,
			raw_user_meta_data: JSON.stringify({}),
			raw_app_meta_data: JSON.stringify({}),
			deleted_at: ctx.now(),
			updated_at: ctx.now(),
		})
		.where('id', '=', id)
		.execute()
}

/**
 * Deletes the person from every table (docs/adr/0335). A soft delete keeps the account's row, without personal data.
 * @throws ServiceError user_not_found (404), also for an invalid ID
 */
export async function deleteAccount(ctx: ServiceContext, id: string, isSoft: boolean): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const found = await requireAccount(tx, id)
		await lockPerson(tx, await findPerson(tx, found.id))
		const user = await lockAnyAccount(tx, id)
		if (isSoft && user.deleted_at) return
		await erasePerson(tx, await findPerson(tx, user.id), { plugins: ctx.plugins, keepsAccount: isSoft })
		if (isSoft) await emptyAccount(ctx, tx, user.id)
		const detail = { by: 'service_role', soft: isSoft }
		await recordAudit(ctx, tx, { action: 'user_deleted', outcome: 'success', userId: user.id, detail })
	})
}
