import type { HttpContext } from '#server/http/environment.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'

import { toRefusal } from './errors.ts'

const OAUTH_ERRORS: Record<number, string> = {
	400: 'invalid_request',
	401: 'unauthorized_client',
	403: 'access_denied',
	500: 'server_error',
	502: 'server_error',
	503: 'temporarily_unavailable',
}

type Parts = Record<string, string>
export type RedirectParameters = { query?: Parts; fragment?: Parts }

/** Redirects with parameters. The empty `sb` parameter marks the fragment as ours. */
export function redirectWithParameters(c: HttpContext, redirect: string, { query = {}, fragment }: RedirectParameters) {
	const url = new URL(redirect)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	if (fragment) url.hash = new URLSearchParams(Object.entries({ ...fragment, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
	return c.redirect(url.toString(), 303)
}

export const sessionFragment = (session: IssuedSession): Parts => ({
	access_token: session.accessToken,
	expires_at: String(session.expiresAt),
	expires_in: String(session.expiresIn),
	refresh_token: session.refreshToken,
	token_type: 'bearer',
})

/**
 * Converts a refusal to redirect parameters, and rethrows unexpected errors.
 * @param inQuery true also adds the parameters to the query, where PKCE clients look
 */
export function toRefusalParameters(
	error: unknown,
	{ inQuery, messages = {} }: { inQuery: boolean; messages?: Record<string, string> },
): RedirectParameters {
	const refusal = error instanceof Error ? toRefusal(error) : null
	if (!refusal) throw error
	const parts = {
		error: OAUTH_ERRORS[refusal.status] ?? 'invalid_request',
		error_code: refusal.code,
		error_description: messages[refusal.code] ?? refusal.message,
	}
	return { ...(inQuery && { query: parts }), fragment: parts }
}
