import { randomUUID } from 'node:crypto'

import type { AdminUserBody } from '#contracts/auth-admin.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { withUniqueAddress } from '#server/services/identity/accounts/account-address.ts'
import { invalid } from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { applyAccountChanges } from './change-account.ts'
import { type AccountChanges, parseAccountChanges, requireFreeAddresses } from './check-account.ts'

async function insertAccount(ctx: ServiceContext, tx: Tx, { id, wish }: { id: string; wish: AccountChanges }): Promise<UserRecord> {
	const { email, phone, passwordHash } = wish
	await requireFreeAddresses(tx, { email, phone, userId: id })
	const isConfirmed = email !== null ? wish.confirmsEmail : wish.confirmsPhone
	const address = email !== null ? { email } : { phone: phone ?? '' }
	const user = await createUser(ctx, tx, {
		id,
		...address,
		passwordHash,
		data: wish.userMetadata ?? {},
		isConfirmed,
		isOpenedByOperator: true,
	})
	if (!user) {
		// A parallel request created an account with the same address or ID.
		await requireFreeAddresses(tx, { email, phone, userId: id })
		throw new ServiceError('conflict', 'conflict', 'A user with this id has already been registered')
	}
	await applyAccountChanges(ctx, tx, { user, wish: { ...wish, passwordHash: null, userMetadata: null } })
	await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: id, detail: { by: 'service_role' } })
	return requireUser(tx, id)
}

/**
 * Creates an account without sending messages.
 * @throws ServiceError validation_failed (400), weak_password, email_exists, phone_exists (422), conflict (409) if the ID is
 * taken
 */
export async function createAccount(ctx: ServiceContext, body: AdminUserBody): Promise<UserRecord> {
	const id = body.id ? body.id.toLowerCase() : randomUUID()
	if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
	// An empty password means none, as in GoTrue; when changing an account, it's an error.
	const wish = await parseAccountChanges(ctx, { ...body, password: body.password || null })
	if (wish.email === null && wish.phone === null) throw invalid('Cannot create a user without either an email or phone')
	return withUniqueAddress(() => inTransaction(ctx.db, (tx) => insertAccount(ctx, tx, { id, wish })))
}
