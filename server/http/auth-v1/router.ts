import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import { RecoverBody, ResendBody, SendOtpBody } from '#contracts/auth.ts'
import { type HttpEnv, type HttpHandler, readJson } from '#server/http/environment.ts'
import {
	createLimiter,
	getRouteMetadata,
	limitBody,
	withLimits,
	type Limiter,
	limitRequestTime,
	withRouteMetadata,
} from '#server/http/limits.ts'
import { withAbuseCheck, withCaptcha } from '#server/http/require-captcha.ts'
import { cacheControl, cors } from '#server/http/security-headers.ts'
import type { Deps } from '#server/services/context.ts'
import { resendCode } from '#server/services/identity/sign-in/resend-code.ts'
import { startOtp, startRecovery } from '#server/services/identity/sign-in/start-otp.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'
import { readRecentKeys } from '#server/services/platform/keys/signing-keys.ts'

import { deleteIdentity, getAuthorize, getCallback, getLinkIdentity, postCallback } from './callback.ts'
import { authErrors, presentRefusal } from './errors.ts'
import {
	deleteFactor,
	deletePasskeyById,
	deleteRecoveryCodes,
	getPasskeys,
	getRecoveryCodes,
	patchPasskey,
	postAuthentication,
	postAuthenticationOptions,
	postChallenge,
	postFactor,
	postNewRecoveryCodes,
	postRecoveryCode,
	postRecoveryCodes,
	postRegistration,
	postRegistrationOptions,
	postVerifyFactor,
} from './factors.ts'
import { createGetSettings, type SettingsPlugin, getHealth } from './settings.ts'
import { createPostSignup, grantPassword, grantPkce, grantRefresh, refuseUnknownGrant } from './token.ts'
import { getUser, postLogout, putUser, sendReauthenticationCode } from './user.ts'
import { getVerify } from './verify-redirect.ts'
import { postVerify } from './verify.ts'

/** Sends a sign-in code. It's also mounted under its old name, /magiclink. */
const postOtp: HttpHandler = async (c) => {
	await startOtp(c.var.ctx, { ...(await readJson(c, SendOtpBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}

const postResend: HttpHandler = async (c) => {
	await resendCode(c.var.ctx, { ...(await readJson(c, ResendBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}

const postRecover: HttpHandler = async (c) => {
	await startRecovery(c.var.ctx, { ...(await readJson(c, RecoverBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}

/** Returns the public keys. Clients verify tokens with them and cache them for ten minutes. */
const getJwks: HttpHandler = async (c) => {
	const { jwks } = await readRecentKeys(c.var.ctx)
	return c.json(jwks)
}

const REQUEST_LIMIT_MS = 10_000
const FIVE_MINUTES = 300
export const METADATA_CACHE = 'public, max-age=600'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Handlers by path and method. The first matching path is used. */
export type AuthRoutes = Record<string, Partial<Record<Method, HttpHandler>>>

export type AuthPlugin = SettingsPlugin & {
	routes?: (deps: Deps) => AuthRoutes
	metadata?: readonly string[]
	grants?: (deps: Deps) => Record<string, HttpHandler>
}

/** Creates the routes of factors. Fixed paths must come before those with an ID. */
function factorRoutes(changes: Limiter, guesses: Limiter): AuthRoutes {
	return {
		'/factors': { POST: withLimits([changes], postFactor) },
		'/factors/recovery-codes': {
			GET: getRecoveryCodes,
			POST: withLimits([changes], postRecoveryCodes),
			DELETE: withLimits([changes], deleteRecoveryCodes),
		},
		'/factors/recovery-codes/verify': { POST: withLimits([guesses], postRecoveryCode) },
		'/factors/recovery-codes/regenerate': { POST: withLimits([changes], postNewRecoveryCodes) },
		'/factors/:id': { DELETE: withLimits([changes], deleteFactor) },
		'/factors/:id/challenge': { POST: withLimits([guesses], postChallenge) },
		'/factors/:id/verify': { POST: withLimits([guesses], postVerifyFactor) },
	}
}

function passkeyRoutes(ceremonies: Limiter): AuthRoutes {
	return {
		'/passkeys': { GET: getPasskeys },
		'/passkeys/registration/options': { POST: withLimits([ceremonies], postRegistrationOptions) },
		'/passkeys/registration/verify': { POST: withLimits([ceremonies], postRegistration) },
		'/passkeys/authentication/options': { POST: withLimits([ceremonies], withCaptcha(postAuthenticationOptions)) },
		'/passkeys/authentication/verify': { POST: withLimits([ceremonies], postAuthentication) },
		'/passkeys/:id': { PATCH: withLimits([ceremonies], patchPasskey), DELETE: withLimits([ceremonies], deletePasskeyById) },
	}
}

function externalRoutes(starts: Limiter, callbacks: Limiter): AuthRoutes {
	return {
		'/authorize': { GET: withLimits([starts], getAuthorize) },
		'/callback': { GET: withLimits([callbacks], getCallback), POST: withLimits([callbacks], postCallback) },
		'/user/identities/authorize': { GET: withLimits([starts], getLinkIdentity) },
		'/user/identities/:id': { DELETE: withLimits([starts], deleteIdentity) },
	}
}

/** Creates the routes. Each handler checks the caller itself. */
function createRoutes(deps: Deps, plugins: readonly AuthPlugin[]): AuthRoutes {
	const perAddress = (name: string, points = 30) => createLimiter({ name, points, seconds: FIVE_MINUTES })
	const { rates } = deps.config.auth
	const anonymous = createLimiter({ name: 'anonymous', points: deps.config.auth.anonymousPerHour, seconds: 3600 })
	const signup = withLimits([perAddress('signup', rates.otp)], withAbuseCheck(createPostSignup(anonymous)))
	const otp = withLimits([perAddress('otp', rates.otp)], withAbuseCheck(postOtp))
	const verify = perAddress('verify', rates.verify)
	const grants: Record<string, HttpHandler> = {
		password: withLimits([perAddress('password')], withCaptcha(grantPassword)),
		refresh_token: withLimits([perAddress('refresh', rates.refresh)], grantRefresh),
		pkce: withLimits([perAddress('pkce', rates.refresh)], grantPkce),
		...Object.assign({}, ...plugins.map((plugin) => plugin.grants?.(deps))),
	}
	const grantLimits = Object.values(grants).flatMap((grant) => getRouteMetadata(grant).limiters ?? [])
	const grantFor = (type: string) => (Object.hasOwn(grants, type) ? (grants[type] ?? refuseUnknownGrant) : refuseUnknownGrant)
	return {
		'/signup': { POST: withRouteMetadata(signup, { limiters: [...(getRouteMetadata(signup).limiters ?? []), anonymous] }) },
		'/token': {
			POST: withRouteMetadata<HttpHandler>((c, next) => grantFor(c.req.query('grant_type') ?? '')(c, next), { limiters: grantLimits }),
		},
		'/otp': { POST: otp },
		'/magiclink': { POST: otp },
		'/verify': { POST: withLimits([verify], postVerify), GET: withLimits([verify], getVerify) },
		'/recover': { POST: withLimits([perAddress('recover', rates.otp)], withAbuseCheck(postRecover)) },
		'/resend': { POST: withLimits([perAddress('resend', rates.otp)], withAbuseCheck(postResend)) },
		'/user': { GET: getUser, PUT: withLimits([perAddress('user', rates.otp)], putUser) },
		'/reauthenticate': { GET: withLimits([perAddress('reauthenticate', rates.otp)], sendReauthenticationCode) },
		'/logout': { POST: postLogout },
		...factorRoutes(perAddress('factors'), createLimiter({ name: 'factor-guesses', points: rates.factors, seconds: 60 })),
		...passkeyRoutes(perAddress('passkeys', rates.passkey)),
		...externalRoutes(perAddress('authorize'), perAddress('callback')),
		'/settings': { GET: createGetSettings(plugins) },
		'/health': { GET: getHealth },
		'/.well-known/jwks.json': { GET: getJwks },
	}
}

const beforeEach = createMiddleware<HttpEnv>(async (c, next) => {
	await prepareKeys(c.var.ctx)
	await next()
})

/**
 * Creates the account API of the Supabase protocol; mount it after `requestContext`.
 * @param more additional routes under the same rules
 */
export function createAuthV1(deps: Deps, { plugins, more }: { plugins: readonly AuthPlugin[]; more: AuthRoutes }): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>().onError(authErrors)
	surface.use(cors(), limitRequestTime(REQUEST_LIMIT_MS), limitBody(), beforeEach)
	for (const path of ['/.well-known/*', ...plugins.flatMap(({ metadata }) => metadata ?? [])])
		surface.use(path, cacheControl(METADATA_CACHE))
	const routes: AuthRoutes = Object.assign(createRoutes(deps, plugins), more, ...plugins.map((plugin) => plugin.routes?.(deps)))
	for (const [path, methods] of Object.entries(routes)) {
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
