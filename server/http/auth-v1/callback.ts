import { ServiceError } from '#server/errors.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import type { ExternalResult } from '#server/services/identities/end-external-flow.ts'
import { closeFlow } from '#server/services/identities/external-flow.ts'
import { finishExternalSignIn } from '#server/services/identities/finish-external-sign-in.ts'

import { takeFlowCookie } from './flow-cookie.ts'
import { describeFailure, redirectWith, sessionFragment, type Target } from './redirect-answer.ts'

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

async function arrive(c: HttpContext, params: URLSearchParams) {
	const { ctx } = c.var
	const state = params.get('state') ?? ''
	if (!state || params.getAll('state').length > 1)
		throw new ServiceError('invalid', 'bad_oauth_callback', 'OAuth callback with missing state')
	const flow = await closeFlow(ctx, { kind: 'oauth', state, browserSecret: takeFlowCookie(c, state) })
	try {
		return redirectWith(c, flow.redirect_to, describeExternalResult(await finishExternalSignIn(ctx, { flow, state, params })))
	} catch (error) {
		return redirectWith(c, flow.redirect_to, describeFailure(error, { inQuery: true }))
	}
}

/**
 * Where providers send browsers back to. Without a state of ours there is no page to return to: the refusal is shown as
 * it is; afterwards everything, errors too, goes to the page that asked (AUTH_WIRE §5.10).
 */
export const getCallback: HttpHandler = (c) => arrive(c, new URL(c.req.url).searchParams)

/** The same from a provider that answers by a posted form. */
export const postCallback: HttpHandler = async (c) => arrive(c, new URLSearchParams(await c.req.text()))
