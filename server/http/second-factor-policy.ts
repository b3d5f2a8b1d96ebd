import { ServiceError } from '#server/kernel/errors.ts'
import type { PluginServices } from '#server/services/context.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

import type { HttpContext } from './environment.ts'

/**
 * Endpoints open to a session that hasn't passed its required second factor (docs/api.md). New endpoints are closed by default
 * (docs/adr/0327).
 */
export const OPEN_WITHOUT_FACTOR: readonly string[] = [
	// These read the current user, verify the factor, or sign out.
	'GET /auth/v1/user',
	'POST /auth/v1/logout',
	'GET /api/second-factor',
	'POST /auth/v1/factors/:id/challenge',
	'POST /auth/v1/factors/:id/verify',
	'POST /auth/v1/factors/recovery-codes/verify',
	'POST /functions/v1/send-verification-code',
	'POST /functions/v1/verify-code',
	// Learning continues, so that no progress is lost.
	'GET /api/course/modules/:moduleId/lessons/:lessonId',
	'POST /api/course/lessons/:moduleId/:lessonId/quiz',
	'GET /api/progress',
	'POST /api/progress/merge',
	'GET /api/planner',
	'POST /api/planner/merge',
	'POST /functions/v1/send-course-progress-sms',
	// These are open to everyone and have no account data.
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
export const ASKS_ITSELF: readonly string[] = [
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
export function matchEndpoints(endpoints: readonly string[], more: (plugin: PluginServices) => readonly string[] | undefined) {
	const own = endpoints.map(toPattern)
	return (c: HttpContext): boolean => {
		const asked = `${c.req.method === 'HEAD' ? 'GET' : c.req.method} ${c.req.path}`
		const ofPlugins = c.var.ctx.plugins.flatMap((plugin) => more(plugin) ?? [])
		return [...own, ...ofPlugins.map(toPattern)].some((pattern) => pattern.test(asked))
	}
}

const isLetThrough = matchEndpoints([...OPEN_WITHOUT_FACTOR, ...ASKS_ITSELF], ({ openWithoutFactor }) => openWithoutFactor)

/** @throws ServiceError insufficient_aal (403) except for the endpoints listed in this file */
export function requireFactorShown(c: HttpContext, caller: SignedIn): void {
	if (!caller.needsSecondFactor || isLetThrough(c)) return
	throw new ServiceError('forbidden', 'insufficient_aal', 'Please confirm your second factor first')
}
