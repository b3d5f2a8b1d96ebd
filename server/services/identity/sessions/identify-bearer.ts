import { isCanonicalUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { isIntendedForUs, rightsOfToken, type VerifiedClaims, verifyAccessToken } from '#server/services/platform/keys/access-token.ts'

import { findSession } from './find-sessions.ts'
import { findViewedAccount } from './learner-view.ts'

export type SignedIn = {
	userId: string
	sessionId: string
	aal: 'aal1' | 'aal2'
	isAnonymous: boolean
	needsSecondFactor: boolean
}

const forbidden = (code: string, message: string) => new ServiceError('forbidden', code, message)

/**
 * Returns the owner of a learner's access token. Its session must still be open.
 * @throws ServiceError bad_jwt (403, 400 for a malformed sub), user_not_found, session_not_found, user_banned (403)
 */
export async function identifyBearer(ctx: ServiceContext, token: string): Promise<SignedIn> {
	const claims = await verifyAccessToken(ctx, token)
	if (!rightsOfToken(claims).opensAccount)
		throw forbidden('bad_jwt', 'invalid JWT: this token belongs to an application, which may not use this endpoint')
	return findSignedIn(ctx, claims)
}

export type SignedInClient = SignedIn & { clientId: string; scopes: readonly string[] }

/** @throws ServiceError as `identifyBearer`; bad_jwt (403) for a learner's own token */
export async function identifyClient(ctx: ServiceContext, token: string): Promise<SignedInClient> {
	const claims = await verifyAccessToken(ctx, token)
	const { client_id: clientId, scope = '' } = claims
	if (clientId === undefined) throw forbidden('bad_jwt', 'invalid JWT: this token belongs to no application')
	return { ...(await findSignedIn(ctx, claims)), clientId, scopes: scope.split(' ') }
}

async function findSignedIn(ctx: ServiceContext, claims: VerifiedClaims): Promise<SignedIn> {
	const { sub, session_id: sessionId, aal, role, view_only: isView } = claims
	if (!sub) throw forbidden('bad_jwt', 'invalid claim: missing sub claim')
	if (!isCanonicalUuid(sub)) throw new ServiceError('invalid', 'bad_jwt', 'invalid claim: sub claim must be a UUID')
	// Every account has this role; we never issue tokens with another.
	if (role !== 'authenticated') throw forbidden('bad_jwt', 'invalid JWT: not the role of an account')
	if (!isIntendedForUs(ctx, claims)) throw forbidden('bad_jwt', 'invalid JWT: wrong issuer or audience')
	if (!sessionId || !isCanonicalUuid(sessionId)) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')

	const row = await (isView ? findViewedAccount : findSession)(ctx, { userId: sub, sessionId })
	if (!row) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist')
	const isOver = row.not_after !== null && row.not_after <= ctx.now()
	if (!row.session_id || !row.aal || isOver) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
	if (isBanned(row, ctx.now())) throw forbidden('user_banned', 'User is banned')
	// The session's current level counts: it may have lost its second factor since the token was issued.
	const shown = aal === 'aal2' ? row.aal : 'aal1'
	return {
		userId: sub,
		sessionId: row.session_id,
		aal: shown,
		isAnonymous: row.is_anonymous,
		needsSecondFactor: row.has_factor && shown !== 'aal2',
	}
}
