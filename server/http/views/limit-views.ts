import type { ErrorHandler } from 'hono'
import { createMiddleware } from 'hono/factory'

import { hasViewToken, createEndpointMatcher } from '#server/http/access.ts'
import { apiErrors } from '#server/http/api/middleware.ts'
import { authErrors } from '#server/http/auth-v1/errors.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { functionErrors } from '#server/http/functions-v1/router.ts'
import { restErrors } from '#server/http/rest-v1/errors.ts'
import { cors } from '#server/http/security-headers.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { withReadOnlyDatabase } from '#server/services/identity/sessions/learner-view.ts'

/**
 * Endpoints that an operator's read-only view of a learner's pages may call (docs/adr/0343). New endpoints are closed by default.
 */
export const OPEN_TO_VIEWS: readonly string[] = [
	'GET /auth/v1/settings',
	'GET /auth/v1/user',
	'GET /auth/v1/passkeys',
	'GET /auth/v1/factors/recovery-codes',
	'GET /rest/v1/:table',
	'GET /api/second-factor',
	'GET /api/sessions',
	'GET /api/sms/state',
	'GET /api/preferences',
	'GET /api/privacy',
	'GET /api/orders',
	'GET /api/orders/:orderId',
	'GET /api/orders/:orderId/refund',
	'GET /api/downloads',
	'GET /api/course/modules/:moduleId/lessons/:lessonId',
	'GET /api/progress',
	'GET /api/planner',
	'GET /api/certificates',
	'GET /api/certificates/:id',
]
const mayView = createEndpointMatcher(OPEN_TO_VIEWS, ({ openToViews }) => openToViews)

const REFUSAL = new ServiceError('forbidden', 'view_only', 'This is a read-only view of a learner’s pages. Nothing was changed.')

const ERROR_FORMATS: readonly (readonly [within: string, errors: ErrorHandler<HttpEnv>])[] = [
	['/auth/v1/', authErrors],
	['/rest/v1/', restErrors],
	['/functions/v1/', functionErrors],
]

function respondViewOnly(c: HttpContext) {
	c.header('Access-Control-Allow-Origin', '*')
	c.header('X-Sb-Error-Code', REFUSAL.code)
	const [, errors = apiErrors] = ERROR_FORMATS.find(([within]) => c.req.path.startsWith(within)) ?? []
	return errors(REFUSAL, c)
}

/**
 * Limits an operator's view to the endpoints open to it; others are refused before they start. The view's database connection refuses
 * writes.
 */
export const limitViews = createMiddleware<HttpEnv>(async (c, next) => {
	if (!hasViewToken(c)) return next()
	if (!mayView(c)) return respondViewOnly(c)
	return withReadOnlyDatabase(c.var.ctx, async (ctx) => {
		c.set('ctx', ctx)
		await next()
	})
})

/**
 * Allows cross-origin calls from an operator's view. Its sandboxed iframe has an opaque origin, which isolates it from the
 * console. Other pages with an opaque origin can only send GET and HEAD requests, and can't read the responses.
 */
export const corsForViews = createMiddleware<HttpEnv>(async (c, next) => {
	if (c.req.header('origin') !== 'null') return next()
	if (c.req.method === 'OPTIONS' || hasViewToken(c)) return cors()(c, next)
	return c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : respondViewOnly(c)
})
