import { ServiceError } from '#server/kernel/errors.ts'
import type { Actor, LearnerActor, PluginServices } from '#server/services/context.ts'
import { identifyBearer, type SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { readApiKey, SECRET_KEY_PREFIX } from '#server/services/platform/keys/server-secret.ts'

import type { HttpContext } from './environment.ts'

/**
 * Endpoints open to a session that hasn't passed its required second factor (docs/api.md). New endpoints are closed by default
 * (docs/adr/0327).
 */
export const OPEN_WITHOUT_FACTOR: readonly string[] = [
	// Endpoints that read the current user, verify the factor, or sign out.
	'GET /auth/v1/user',
	'POST /auth/v1/logout',
	'GET /api/second-factor',
	'POST /auth/v1/factors/:id/challenge',
	'POST /auth/v1/factors/:id/verify',
	'POST /auth/v1/factors/recovery-codes/verify',
	'POST /functions/v1/send-verification-code',
	'POST /functions/v1/verify-code',
	// Learning must continue, so that no progress is lost.
	'GET /api/course/modules/:moduleId/lessons/:lessonId',
	'POST /api/course/lessons/:moduleId/:lessonId/quiz',
	'GET /api/progress',
	'POST /api/progress/merge',
	'GET /api/planner',
	'POST /api/planner/merge',
	'POST /functions/v1/send-course-progress-sms',
	// These need no account and return no account data.
	'POST /functions/v1/create-payment',
	'POST /api/discounts/check',
	'POST /api/leads/early-access',
	'POST /api/leads/action-plan',
	'POST /api/leads/feedback',
	'POST /api/leads/newsletter',
	'POST /api/leads/newsletter/unsubscribe-link',
	'POST /api/support/contact',
	'POST /api/support/applications',
]

/** Endpoints that check the second factor themselves, and respond with GoTrue's status codes. */
export const CHECKS_FACTOR_ITSELF: readonly string[] = [
	'PUT /auth/v1/user',
	'POST /auth/v1/token',
	'DELETE /auth/v1/factors/:id',
	'GET /auth/v1/user/identities/authorize',
	'DELETE /auth/v1/user/identities/:id',
]

const toPattern = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)

/**
 * Creates a function that matches requests against endpoints.
 * @param more endpoints that a plugin adds
 */
export function createEndpointMatcher(endpoints: readonly string[], more: (plugin: PluginServices) => readonly string[] | undefined) {
	const patterns = endpoints.map(toPattern)
	return (c: HttpContext): boolean => {
		const endpoint = `${c.req.method === 'HEAD' ? 'GET' : c.req.method} ${c.req.path}`
		const ofPlugins = c.var.ctx.plugins.flatMap((plugin) => more(plugin) ?? [])
		return [...patterns, ...ofPlugins.map(toPattern)].some((pattern) => pattern.test(endpoint))
	}
}

const isOpenWithoutFactor = createEndpointMatcher(
	[...OPEN_WITHOUT_FACTOR, ...CHECKS_FACTOR_ITSELF],
	({ openWithoutFactor }) => openWithoutFactor,
)

/** @throws ServiceError insufficient_aal (403) if the second factor is missing, unless this file lists the endpoint */
export function requireSecondFactor(c: HttpContext, caller: SignedIn): void {
	if (!caller.needsSecondFactor || isOpenWithoutFactor(c)) return
	throw new ServiceError('forbidden', 'insufficient_aal', 'Please confirm your second factor first')
}

const isJwt = (token: string) => token.split('.').length === 3

/** Reads a claim of an unverified token. This is safe only for a claim that grants nothing and at most removes rights. */
function readUnverifiedClaim(token: string, claim: 'role' | 'view_only'): unknown {
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
 * True for a key that identifies only the project, not a user, as supabase-js sends it before sign-in. It grants nothing, so it isn't
 * looked up.
 */
export function isPublishableKey(token: string, apikey: string | undefined): boolean {
	if (isJwt(token)) return readUnverifiedClaim(token, 'role') === 'anon'
	// A secret key claims rights, so it must be verified.
	return token.startsWith('sb_publishable_') || (token === apikey && !token.startsWith(SECRET_KEY_PREFIX))
}

/** True for the token of an operator's read-only view. It needn't be verified, because this claim only removes rights. */
export function hasViewToken(c: HttpContext): boolean {
	const token = readBearer(c)
	return token !== null && isJwt(token) && readUnverifiedClaim(token, 'view_only') === true
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
	requireSecondFactor(c, caller)
	const { userId, sessionId, aal } = caller
	return { type: 'learner', userId, sessionId, aal }
}

/** @throws ServiceError no_authorization (401) without a session; otherwise as `readActor` */
export async function requireLearner(c: HttpContext): Promise<LearnerActor> {
	const actor = await readActor(c)
	if (actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	return actor
}
