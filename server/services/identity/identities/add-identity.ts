import type { ExternalProfile } from '#server/adapters/oauth/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readMetadata, requireUser } from '#server/services/identity/accounts/user-record.ts'

/** Updates the providers in `app_metadata`; an account that has one is no longer anonymous. */
export async function saveProviders(ctx: ServiceContext, tx: Tx, userId: string): Promise<void> {
	const user = await requireUser(tx, userId)
	const metadata = readMetadata(user.raw_app_meta_data)
	const providers = [...new Set(user.identities.map((identity) => identity.provider))]
	const first = typeof metadata.provider === 'string' && providers.includes(metadata.provider) ? metadata.provider : providers[0]
	await tx
		.updateTable('auth.users')
		.set({
			is_anonymous: user.is_anonymous && providers.length === 0,
			raw_app_meta_data: JSON.stringify({ ...metadata, ...(first !== undefined && { provider: first }), providers }),
			updated_at: ctx.now(),
		})
		.where('id', '=', userId)
		.execute()
}

/** Adds a provider's identity to an account. The caller holds the identity's lock. */
export async function addIdentity(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, provider, profile }: { userId: string; provider: string; profile: ExternalProfile },
): Promise<void> {
	const now = ctx.now()
	await tx
		.insertInto('auth.identities')
		.values({
			provider,
			provider_id: profile.subject,
			user_id: userId,
			identity_data: JSON.stringify(profile.claims),
			last_sign_in_at: now,
			created_at: now,
			updated_at: now,
		})
		.execute()
	await saveProviders(ctx, tx, userId)
}
