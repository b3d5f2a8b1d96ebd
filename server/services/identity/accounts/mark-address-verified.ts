import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readMetadata, type UserRecord } from './user-record.ts'

/** Records a verified address in the account's identities and providers, and ends its anonymous status. */
export async function markAddressVerified(
	ctx: ServiceContext,
	tx: Tx,
	{ user, provider, claims }: { user: UserRecord; provider: 'email' | 'phone'; claims: Metadata },
): Promise<void> {
	const now = ctx.now()
	await tx
		.insertInto('auth.identities')
		.values({
			provider,
			provider_id: user.id,
			user_id: user.id,
			identity_data: JSON.stringify(claims),
			last_sign_in_at: now,
			created_at: now,
			updated_at: now,
		})
		.onConflict((conflict) =>
			conflict.columns(['provider', 'provider_id']).doUpdateSet({ identity_data: JSON.stringify(claims), updated_at: now }),
		)
		.execute()
	const metadata = readMetadata(user.raw_app_meta_data)
	const known = Array.isArray(metadata.providers) ? metadata.providers.filter((name) => typeof name === 'string') : []
	const providers = known.includes(provider) ? known : [...known, provider]
	await tx
		.updateTable('auth.users')
		.set({
			is_anonymous: false,
			raw_app_meta_data: JSON.stringify({ ...metadata, provider: metadata.provider ?? provider, providers }),
			updated_at: now,
		})
		.where('id', '=', user.id)
		.execute()
}
