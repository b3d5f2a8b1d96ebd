import { getCookie, setCookie } from 'hono/cookie'

import type { HttpContext } from '#server/http/environment.ts'
import { FLOW_SECONDS, type FlowKeys } from '#server/services/identities/external-flow.ts'

/** One for each sign-in under way: two tabs do not spoil each other's. */
const nameOf = (state: string) => `launchway-flow-${state.slice(0, 12)}`
const isSecure = (c: HttpContext) => c.var.ctx.config.siteUrl.startsWith('https:')

/**
 * Ties a departure to this browser. `SameSite=None` where the site is served by https: some providers answer by a form
 * that their own page posts.
 */
export function setFlowCookie(c: HttpContext, { state, browserSecret }: FlowKeys, seconds = FLOW_SECONDS): void {
	const secure = isSecure(c)
	setCookie(c, nameOf(state), browserSecret, {
		path: '/',
		httpOnly: true,
		secure,
		sameSite: secure ? 'None' : 'Lax',
		maxAge: seconds,
		...(secure && { prefix: 'host' as const }),
	})
}

/** Reads it and takes it away. */
export function takeFlowCookie(c: HttpContext, state: string): string | null {
	const secure = isSecure(c)
	const name = nameOf(state)
	const value = (secure ? getCookie(c, name, 'host') : getCookie(c, name)) ?? null
	if (value !== null)
		setCookie(c, name, '', {
			path: '/',
			httpOnly: true,
			secure,
			maxAge: 0,
			sameSite: secure ? 'None' : 'Lax',
			...(secure && { prefix: 'host' as const }),
		})
	return value
}
