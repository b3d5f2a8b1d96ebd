import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alreadyTaken, mergeValidMetadata } from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { findUserByEmail, readMetadata, requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'

export type Opening = {
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
export async function openForAddress(ctx: ServiceContext, tx: Tx, { address, data, passwordHash }: Opening): Promise<UserRecord> {
	const known = await findUserByEmail(tx, address)
	if (known?.email_confirmed_at) throw alreadyTaken('email')
	if (!known) {
		const created = await createUser(ctx, tx, { email: address, passwordHash, data, isConfirmed: false, isOpenedByOperator: true })
		if (!created) throw alreadyTaken('email')
		return created
	}
	await tx
		.updateTable('auth.users')
		.set({
			raw_user_meta_data: JSON.stringify(mergeValidMetadata(readMetadata(known.raw_user_meta_data), data)),
			...(passwordHash !== null && { encrypted_password: passwordHash }),
			updated_at: ctx.now(),
		})
		.where('id', '=', known.id)
		.execute()
	return requireUser(tx, known.id)
}
