import { paths } from '#contracts/paths.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { closeFlow, type ExternalFlow, type ExternalResult } from '#server/services/identity/identities/external-flow.ts'
import { type ExternalAnswer, finishExternalSignIn } from '#server/services/identity/identities/finish-external-sign-in.ts'

import { takeFlowCookie } from './flow-cookie.ts'
import { describeFailure, redirectWith, sessionFragment, type Target } from './redirect-answer.ts'

/** Returns a code in the query, or the session in the fragment, which is never sent to a server. */
export function describeExternalResult(result: ExternalResult): Target {
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
const showsPages = (c: HttpContext) => (c.req.header('accept') ?? '').includes('text/html')

async function finish(c: HttpContext, answer: ExternalAnswer): Promise<Target> {
	try {
		return describeExternalResult(await finishExternalSignIn(c.var.ctx, answer))
	} catch (error) {
		return describeFailure(error, { inQuery: true })
	}
}

async function arrive(c: HttpContext, params: URLSearchParams) {
	const { ctx } = c.var
	const state = params.get('state') ?? ''
	let flow: ExternalFlow
	try {
		if (!state || params.getAll('state').length > 1)
			throw new ServiceError('invalid', 'bad_oauth_callback', 'OAuth callback with missing state')
		flow = await closeFlow(ctx, { kind: 'oauth', state, browserSecret: takeFlowCookie(c, state) })
	} catch (error) {
		if (!showsPages(c)) throw error
		return redirectWith(c, `${ctx.config.siteUrl}${paths.authCallback}`, describeFailure(error, { inQuery: true }))
	}
	return redirectWith(c, flow.redirect_to, await finish(c, { flow, state, params }))
}

/**
 * Handles the callback of a provider. Without a valid state, the page to return to is unknown: programs get a plain error,
 * browsers our own error page. Otherwise everything, including errors, goes to the page that started the sign-in.
 */
export const getCallback: HttpHandler = (c) => arrive(c, new URL(c.req.url).searchParams)

/** Handles the callback of a provider that responds with a form post. */
export const postCallback: HttpHandler = async (c) => arrive(c, new URLSearchParams(await c.req.text()))
