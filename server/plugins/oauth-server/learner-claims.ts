import type { ServiceContext } from '#server/services/context.ts'
import { toMetadataObject, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { signClaims } from '#server/services/platform/keys/access-token.ts'
import { readRecentKeys, readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'

import type { Authorization } from './authorization-rows.ts'

export type LearnerClaims = { sub: string } & Record<string, string | number | boolean>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

function profileOf({ raw_user_meta_data: data, updated_at: updatedAt }: UserRecord): Record<string, string | number> {
	const known = toMetadataObject(data)
	const name = textOf(known.name) ?? textOf(known.full_name)
	const picture = textOf(known.avatar_url) ?? textOf(known.picture)
	return { ...(name !== null && { name }), ...(picture !== null && { picture }), updated_at: seconds(updatedAt) }
}

/** Returns the claims that the scopes allow (OpenID Connect Core §5.1). */
export function describeLearner(user: UserRecord, scopes: readonly string[]): LearnerClaims {
	return {
		sub: user.id,
		...(scopes.includes('profile') && profileOf(user)),
		...(scopes.includes('email') && user.email !== null && { email: user.email, email_verified: user.email_confirmed_at !== null }),
		...(scopes.includes('phone') &&
			user.phone !== null && { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null }),
	}
}

/** True if applications can verify our tokens. They can't if this server signs with a shared secret. */
export const signsForOthers = async (ctx: ServiceContext): Promise<boolean> => (await readRecentKeys(ctx)).current.alg !== 'HS256'

/** Creates an identity token (OpenID Connect Core §2), which gives no access to our API. */
export async function makeIdToken(
	ctx: ServiceContext,
	{ user, authorization }: { user: UserRecord; authorization: Authorization },
): Promise<string> {
	const iat = seconds(ctx.now())
	const claims = {
		...describeLearner(user, authorization.scope.split(' ')),
		iss: ctx.config.auth.issuer,
		aud: authorization.client_id,
		iat,
		exp: iat + ctx.config.auth.accessTokenSeconds,
		auth_time: seconds(authorization.signed_in_at ?? ctx.now()),
		...(authorization.nonce !== null && { nonce: authorization.nonce }),
	}
	return signClaims(await readSigningKeys(ctx), claims)
}
