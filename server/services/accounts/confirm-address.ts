import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext, Tx } from '#server/context.ts'

import { readMetadata, type UserRecord } from './user-record.ts'

/**
 * Marks the account's e-mail address as proven, wherever that is written down.
 * @param dropsPassword the password was chosen before anybody had proven the mailbox, perhaps by somebody else
 */
export async function confirmAddress(
	ctx: ServiceContext,
	tx: Tx,
	{ user, dropsPassword }: { user: UserRecord; dropsPassword: boolean },
): Promise<void> {
	if (user.email_confirmed_at) return
	const proven = { email_verified: true }
	await tx
		.updateTable('auth.users')
		.set({
			email_confirmed_at: ctx.now(),
			raw_user_meta_data: JSON.stringify(mergeMetadata(readMetadata(user.raw_user_meta_data), proven)),
			...(dropsPassword && { encrypted_password: null }),
			updated_at: ctx.now(),
		})
		.where('id', '=', user.id)
		.execute()
	for (const identity of user.identities.filter(({ provider }) => provider === 'email'))
		await tx
			.updateTable('auth.identities')
			.set({ identity_data: JSON.stringify(mergeMetadata(readMetadata(identity.identity_data), proven)), updated_at: ctx.now() })
			.where('id', '=', identity.id)
			.execute()
}
