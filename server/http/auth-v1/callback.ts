import { paths } from '#contracts/paths.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { setOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import {
	consumeFlowState,
	type ExternalFlow,
	type ExternalResult,
	FLOW_SECONDS,
	type FlowKeys,
} from '#server/services/identity/identities/external-flow.ts'
import { type ExternalAnswer, finishExternalSignIn, startExternalSignIn } from '#server/services/identity/identities/external-sign-in.ts'
import { requireManualLinking, requireStrongSession, unlinkIdentity } from '#server/services/identity/identities/link-identity.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

import { toRefusalParameters, redirectWithParameters, sessionFragment, type RedirectParameters } from './redirect-answer.ts'
import { requireSignedIn } from './user.ts'

/** Returns the cookie's name: one per sign-in, so that two tabs don't interfere. */
const nameOf = (state: string) => `launchway-flow-${state.slice(0, 12)}`

/**
 * Sets a cookie that ties a sign-in at a provider to this browser. It's also sent with form posts from other sites, because some providers
 * respond with one.
 */
export function setFlowCookie(c: HttpContext, { state, browserSecret }: FlowKeys, seconds = FLOW_SECONDS): void {
	setOwnCookie(c, { name: nameOf(state), value: browserSecret, seconds, fromOtherSites: true })
}

/** Returns and deletes the cookie of a sign-in; null if there is none. */
export function takeFlowCookie(c: HttpContext, state: string): string | null {
	const name = nameOf(state)
	const value = readOwnCookie(c, name, c.var.ctx.config)
	if (value !== null) setOwnCookie(c, { name, value: '', seconds: 0, fromOtherSites: true })
	return value
}

/** Returns the parameters of the redirect: a code in the query, or the session in the fragment, which browsers never send to a server. */
export function toRedirectTarget(result: ExternalResult): RedirectParameters {
	if (result.kind === 'auth-code') return { query: { code: result.authCode } }
	const { tokens } = result
	return {
		fragment: {
			...sessionFragment(result.session),
			...(tokens && { provider_token: tokens.accessToken }),
			...(tokens?.refreshToken && { provider_refresh_token: tokens.refreshToken }),
		},
	}
}

/** True for browsers, which accept `text/html`; programs accept anything or JSON. */
const isBrowser = (c: HttpContext) => (c.req.header('accept') ?? '').includes('text/html')

async function finish(c: HttpContext, answer: ExternalAnswer): Promise<RedirectParameters> {
	try {
		return toRedirectTarget(await finishExternalSignIn(c.var.ctx, answer))
	} catch (error) {
		return toRefusalParameters(error, { inQuery: true })
	}
}

async function handleCallback(c: HttpContext, params: URLSearchParams) {
	const { ctx } = c.var
	const state = params.get('state') ?? ''
	let flow: ExternalFlow
	try {
		if (!state || params.getAll('state').length > 1)
			throw new ServiceError('invalid', 'bad_oauth_callback', 'OAuth callback with missing state')
		flow = await consumeFlowState(ctx, { kind: 'oauth', state, browserSecret: takeFlowCookie(c, state) })
	} catch (error) {
		if (!isBrowser(c)) throw error
		return redirectWithParameters(c, `${ctx.config.siteUrl}${paths.authCallback}`, toRefusalParameters(error, { inQuery: true }))
	}
	return redirectWithParameters(c, flow.redirect_to, await finish(c, { flow, state, params }))
}

/**
 * Handles the callback of a provider. Without a valid state, the page to return to is unknown: programs get a plain error, browsers our own
 * error page. With one, everything, errors included, goes to the page that started the sign-in.
 */
export const getCallback: HttpHandler = (c) => handleCallback(c, new URL(c.req.url).searchParams)

/** Handles the callback of a provider that responds with a form post. */
export const postCallback: HttpHandler = async (c) => handleCallback(c, new URLSearchParams(await c.req.text()))

async function startAtProvider(c: HttpContext, linking: SignedIn | null): Promise<string> {
	const query = c.req.query()
	const input = {
		provider: query.provider ?? '',
		scopes: query.scopes ?? '',
		redirectTo: query.redirect_to ?? null,
		code_challenge: query.code_challenge,
		code_challenge_method: query.code_challenge_method,
		query,
	}
	const { url, ...keys } = await startExternalSignIn(c.var.ctx, input, linking)
	setFlowCookie(c, keys)
	return url
}

export const getAuthorize: HttpHandler = async (c) => c.redirect(await startAtProvider(c, null), 302)

/** Starts linking another identity. `skip_http_redirect=true` returns the URL, for a client that navigates itself. */
export const getLinkIdentity: HttpHandler = async (c) => {
	requireManualLinking(c.var.ctx)
	const caller = await requireSignedIn(c)
	await requireStrongSession(c.var.ctx, caller)
	const url = await startAtProvider(c, caller)
	return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

export const deleteIdentity: HttpHandler = async (c) => {
	requireManualLinking(c.var.ctx)
	const caller = await requireSignedIn(c)
	await unlinkIdentity(c.var.ctx, caller, c.req.param('id') ?? '')
	return c.json({})
}
