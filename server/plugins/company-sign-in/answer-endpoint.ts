import { paths } from '#contracts/paths.ts'
import { toRedirectTarget, takeFlowCookie } from '#server/http/auth-v1/callback.ts'
import { toRefusalParameters, redirectWithParameters, type RedirectParameters } from '#server/http/auth-v1/redirect-answer.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'

import { buildSamlMetadata } from './build-saml-metadata.ts'
import {
	chooseSsoRedirect,
	consumeSamlFlow,
	finishSso,
	isOwnRelayState,
	requireClaimedProvider,
	requireFlowProvider,
	requireInitiatingBrowser,
} from './finish-sso.ts'
import { requireSaml } from './sso-provider.ts'

const FIVE_YEARS_MS = 5 * 365 * 24 * 3_600_000

/** Sends our SAML metadata. `?download=true` returns a file with an expiry date. */
export const getSamlMetadata: HttpHandler = (c) => {
	const { ctx } = c.var
	const saml = requireSaml(ctx)
	const isFile = c.req.query('download') === 'true'
	if (isFile) c.header('Content-Disposition', 'attachment; filename="metadata.xml"')
	const xml = buildSamlMetadata(saml, isFile ? new Date(ctx.now().getTime() + FIVE_YEARS_MS) : null)
	return c.body(xml, 200, { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' })
}

type Posted = { response: string; relayState: string }

async function readPosted(c: HttpContext): Promise<Posted> {
	const form = new URLSearchParams(await c.req.text())
	const readSingle = (name: string) => {
		const values = form.getAll(name)
		if (values.length > 1) throw validationFailed(`${name} must be given once`)
		return values[0] ?? ''
	}
	const response = readSingle('SAMLResponse')
	if (response === '') throw validationFailed('SAMLResponse is missing')
	return { response, relayState: readSingle('RelayState') }
}

/** Redirects to the page that started the sign-in, even after an error. */
async function redirectAfter(c: HttpContext, page: string, work: () => Promise<RedirectParameters>) {
	try {
		return redirectWithParameters(c, page, await work())
	} catch (error) {
		return redirectWithParameters(c, page, toRefusalParameters(error, { inQuery: true }))
	}
}

async function finishRequestedSignIn(c: HttpContext, { response, relayState }: Posted) {
	const { ctx } = c.var
	const flow = await consumeSamlFlow(ctx, relayState)
	const browserSecret = takeFlowCookie(c, relayState)
	return redirectAfter(c, flow.redirect_to, async () => {
		requireInitiatingBrowser(flow, browserSecret)
		const provider = await requireFlowProvider(ctx, flow)
		return toRedirectTarget(await finishSso(ctx, { provider, response, flow }))
	})
}

async function finishUnrequestedSignIn(c: HttpContext, { response, relayState }: Posted) {
	const { ctx } = c.var
	const page = chooseSsoRedirect(ctx, relayState)
	const provider = await requireClaimedProvider(ctx, response)
	return redirectAfter(c, page, async () => toRedirectTarget(await finishSso(ctx, { provider, response, flow: null })))
}

/**
 * Assertion consumer service, to which the browser posts the identity provider's response. If no sign-in is in progress, the callback page
 * shows the error.
 */
export const postSamlAcs: HttpHandler = async (c) => {
	const { ctx } = c.var
	requireSaml(ctx)
	const posted = await readPosted(c)
	const finish = isOwnRelayState(posted.relayState) ? finishRequestedSignIn : finishUnrequestedSignIn
	try {
		return await finish(c, posted)
	} catch (error) {
		return redirectWithParameters(
			c,
			new URL(paths.authCallback, ctx.config.siteUrl).toString(),
			toRefusalParameters(error, { inQuery: true }),
		)
	}
}
