import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { Deps } from '#server/context.ts'
import { limitBody } from '#server/http/body-limit.ts'
import { cors } from '#server/http/cors.ts'
import type { HttpEnv, HttpHandler } from '#server/http/environment.ts'
import { limitTime } from '#server/http/limit-time.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import { prepareKeys } from '#server/services/keys/prepare-keys.ts'

import { authErrors, presentRefusal } from './errors.ts'
import { getJwks } from './jwks.ts'
import { postLogout } from './logout.ts'
import { postOtp } from './otp.ts'
import { postRecover } from './recover.ts'
import { postResend } from './resend.ts'
import { getHealth, getSettings } from './settings.ts'
import { postSignup } from './signup.ts'
import { grantPassword, grantPkce, grantRefresh, refuseGrant } from './token.ts'
import { getUser, putUser } from './user.ts'
import { getVerify } from './verify-redirect.ts'
import { postVerify } from './verify.ts'

const REQUEST_LIMIT_MS = 10_000
const FIVE_MINUTES = 300

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Routes = Record<string, Partial<Record<Method, HttpHandler>>>

/** Who may call how often (AUTH_WIRE §7); what each endpoint asks of its caller stands in its handler. */
function createRoutes(deps: Deps): Routes {
	const { emailsPerHour } = deps.config.auth
	const perAddress = (name: string, points = 30) => createLimiter({ name, points, seconds: FIVE_MINUTES })
	const mails = createLimiter({ name: 'mail', points: emailsPerHour, seconds: 3600, code: 'over_email_send_rate_limit', isShared: true })
	const otp = limited([perAddress('otp'), mails], postOtp)
	const verify = perAddress('verify')
	const grants: Record<string, HttpHandler> = {
		password: limited([perAddress('password')], grantPassword),
		refresh_token: limited([perAddress('refresh', 150)], grantRefresh),
		pkce: limited([perAddress('pkce', 150)], grantPkce),
	}
	return {
		'/signup': { POST: limited([perAddress('signup'), mails], postSignup) },
		'/token': { POST: (c, next) => (grants[c.req.query('grant_type') ?? ''] ?? refuseGrant)(c, next) },
		'/otp': { POST: otp },
		'/magiclink': { POST: otp },
		'/verify': { POST: limited([verify], postVerify), GET: limited([verify], getVerify) },
		'/recover': { POST: limited([perAddress('recover'), mails], postRecover) },
		'/resend': { POST: limited([perAddress('resend'), mails], postResend) },
		'/user': { GET: getUser, PUT: limited([perAddress('user')], putUser) },
		'/logout': { POST: postLogout },
		'/settings': { GET: getSettings },
		'/health': { GET: getHealth },
		'/.well-known/jwks.json': { GET: getJwks },
	}
}

const beforeEach = createMiddleware<HttpEnv>(async (c, next) => {
	c.header('Cache-Control', 'no-store')
	const { db, now } = c.var.ctx
	await prepareKeys(db, now())
	await next()
})

/** The account surface of the Supabase wire. Mounted at /auth/v1; needs `requestContext` before it. */
export function createAuthV1(deps: Deps): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>().onError(authErrors)
	surface.use(cors(), limitTime(REQUEST_LIMIT_MS), limitBody(), beforeEach)
	for (const [path, methods] of Object.entries(createRoutes(deps))) {
		for (const [method, handler] of Object.entries(methods)) surface.on(method, path, handler)
		const allowed = Object.keys(methods).join(', ')
		surface.all(path, (c) => {
			c.header('Allow', allowed)
			return presentRefusal(c, { status: 405, code: 'method_not_allowed', message: `Use ${allowed} here` })
		})
	}
	surface.all('*', (c) => presentRefusal(c, { status: 404, code: 'not_found', message: 'There is nothing at this address' }))
	return surface
}
