import { mergeMetadataWithinLimit, mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { toMetadataObject, type UserRecord, updateUserRow } from './user-record.ts'

const OF_KIND = {
	email: { confirmedAt: 'email_confirmed_at', proven: { email_verified: true } },
	phone: { confirmedAt: 'phone_confirmed_at', proven: { phone_verified: true } },
} as const

/**
 * Marks an address as verified in all tables of the account.
 * @param dropsPassword removes a password set before the address was verified, perhaps by someone else
 * @param profile metadata from the request that sent the code
 */
export async function confirmAddress(
	ctx: ServiceContext,
	tx: Tx,
	{ user, kind, dropsPassword, profile = {} }: { user: UserRecord; kind: 'email' | 'phone'; dropsPassword: boolean; profile?: Metadata },
): Promise<void> {
	const { confirmedAt, proven } = OF_KIND[kind]
	if (user[confirmedAt]) return
	await updateUserRow(tx, user.id, {
		[confirmedAt]: ctx.now(),
		raw_user_meta_data: JSON.stringify(mergeMetadata(mergeMetadataWithinLimit(toMetadataObject(user.raw_user_meta_data), profile), proven)),
		...(dropsPassword && { encrypted_password: null }),
		updated_at: ctx.now(),
	})
	for (const identity of user.identities.filter(({ provider }) => provider === kind))
		await tx
			.updateTable('auth.identities')
			.set({ identity_data: JSON.stringify(mergeMetadata(toMetadataObject(identity.identity_data), proven)), updated_at: ctx.now() })
			.where('id', '=', identity.id)
			.execute()
}

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
	const metadata = toMetadataObject(user.raw_app_meta_data)
	const known = Array.isArray(metadata.providers) ? metadata.providers.filter((name) => typeof name === 'string') : []
	const providers = known.includes(provider) ? known : [...known, provider]
	await updateUserRow(tx, user.id, {
		is_anonymous: false,
		raw_app_meta_data: JSON.stringify({ ...metadata, provider: metadata.provider ?? provider, providers }),
		updated_at: now,
	})
}
