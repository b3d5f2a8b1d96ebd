import { ServiceError } from '#server/kernel/errors.ts'
import type { Actor } from '#server/services/context.ts'
import { identifyBearer } from '#server/services/identity/sessions/identify-bearer.ts'
import { readApiKey, SECRET_KEY_PREFIX } from '#server/services/platform/keys/secret-key.ts'

import type { HttpContext } from './environment.ts'
import { requireFactorShown } from './second-factor-policy.ts'

const isJwt = (token: string) => token.split('.').length === 3

/** Reads a claim of an unverified token: only safe for one that can't grant anything and at most removes rights. */
function readUnproven(token: string, claim: 'role' | 'view_only'): unknown {
	try {
		const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
		return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>)[claim] : undefined
	} catch {
		return undefined
	}
}

export function readBearer(c: HttpContext): string | null {
	const [, token] = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '') ?? []
	return token ?? null
}

/**
 * True for a key that identifies only the project and no user, as supabase-js sends it before sign-in. Such a key grants nothing,
 * so it isn't looked up.
 */
export function isPublishableKey(token: string, apikey: string | undefined): boolean {
	if (isJwt(token)) return readUnproven(token, 'role') === 'anon'
	// A secret key claims rights, so it must be verified.
	return token.startsWith('sb_publishable_') || (token === apikey && !token.startsWith(SECRET_KEY_PREFIX))
}

/** True for a token of an operator's view. It need not be verified: the claim only removes rights. */
export function isOfView(c: HttpContext): boolean {
	const token = readBearer(c)
	return token !== null && isJwt(token) && readUnproven(token, 'view_only') === true
}

/**
 * Identifies the caller: anonymous without a token or with a key that belongs to no user.
 * @throws ServiceError bad_jwt, session_not_found, user_not_found, user_banned (403) for a token that is no longer valid,
 * insufficient_aal (403) if the endpoint requires the second factor first
 */
export async function readActor(c: HttpContext): Promise<Actor> {
	const token = readBearer(c)
	if (token === null || isPublishableKey(token, c.req.header('apikey'))) return { type: 'anonymous' }
	if ((await readApiKey(c.var.ctx, token)) !== null) return { type: 'anonymous' }
	const caller = await identifyBearer(c.var.ctx, token)
	requireFactorShown(c, caller)
	const { userId, sessionId, aal } = caller
	return { type: 'learner', userId, sessionId, aal }
}

export type Learner = Extract<Actor, { type: 'learner' }>

/** @throws ServiceError no_authorization (401) without a session; otherwise as `readActor` */
export async function requireLearner(c: HttpContext): Promise<Learner> {
	const actor = await readActor(c)
	if (actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	return actor
}
