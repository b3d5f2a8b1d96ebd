import type { DatabaseCaller } from '#server/db/caller-database.ts'
import { isCanonicalUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	isIntendedForUs,
	rightsOfToken,
	roleOfApiKey,
	type VerifiedClaims,
	verifyAccessToken,
} from '#server/services/platform/keys/access-token.ts'
import { isSecretKey } from '#server/services/platform/keys/server-secret.ts'

import { RestRefusal } from './rest-refusal.ts'

/** Caller without a token. Its role has no grants on tables with personal data. */
export const ANONYMOUS_CALLER: DatabaseCaller = { role: 'anon', claims: '{"role":"anon"}', session: null }

const SERVICE: DatabaseCaller = { role: 'service_role', claims: '{"role":"service_role"}', session: null }

async function verify(ctx: ServiceContext, token: string): Promise<VerifiedClaims> {
	try {
		return await verifyAccessToken(ctx, token)
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		// All invalid signatures share one code. An expired token has a different one, because clients can fix that themselves.
		if (error.message.endsWith('token is expired')) throw new RestRefusal(401, 'PGRST303', 'JWT expired')
		throw new RestRefusal(401, 'PGRST301', 'No suitable key or wrong key type, or the token cannot be decoded')
	}
}

function requireSession({ sub = '', session_id: sessionId = '' }: VerifiedClaims, at: Date): DatabaseCaller['session'] {
	if (!isCanonicalUuid(sub) || !isCanonicalUuid(sessionId)) throw new RestRefusal(401, 'PGRST303', 'JWT has no session')
	return { userId: sub, sessionId, at }
}

/**
 * Determines the caller's role. The token's session is checked later, in the same round trip as the query.
 * @param token null for a caller without one
 * @throws RestRefusal 401: PGRST301 (forged, unreadable), PGRST303 (expired, for another use), 22023 (unknown role)
 */
export async function findCaller(ctx: ServiceContext, token: string | null): Promise<DatabaseCaller> {
	if (token === null) return ANONYMOUS_CALLER
	if (isSecretKey(ctx.config, token)) return SERVICE
	const claims = await verify(ctx, token)
	if (claims.aud !== undefined && claims.aud !== ctx.config.auth.audience) throw new RestRefusal(401, 'PGRST303', 'JWT not in audience')
	const keyRole = roleOfApiKey(claims)
	if (keyRole) return { role: keyRole, claims: JSON.stringify({ ...claims, role: keyRole }), session: null }
	if (claims.role === undefined && claims.session_id === undefined) return { ...ANONYMOUS_CALLER, claims: JSON.stringify(claims) }
	if (!rightsOfToken(claims).opensAccount)
		throw new RestRefusal(401, 'PGRST303', 'JWT belongs to an application and gives no access to tables')
	if (claims.role !== 'authenticated') throw new RestRefusal(401, '22023', 'role of the token does not exist')
	if (!isIntendedForUs(ctx, claims)) throw new RestRefusal(401, 'PGRST303', 'JWT was issued for another purpose')
	const session = requireSession(claims, ctx.now())
	return { role: 'authenticated', claims: JSON.stringify(claims), session, onlyReads: claims.view_only === true }
}
