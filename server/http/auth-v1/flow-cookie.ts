import type { HttpContext } from '#server/http/environment.ts'
import { keepOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'
import { FLOW_SECONDS, type FlowKeys } from '#server/services/identity/identities/external-flow.ts'

/** Returns the cookie's name: one per sign-in, so that two tabs don't interfere. */
const nameOf = (state: string) => `launchway-flow-${state.slice(0, 12)}`

/**
 * Sets a cookie that ties a sign-in at a provider to this browser. It's also sent with cross-site form posts, with which some
 * providers respond.
 */
export function setFlowCookie(c: HttpContext, { state, browserSecret }: FlowKeys, seconds = FLOW_SECONDS): void {
	keepOwnCookie(c, { name: nameOf(state), value: browserSecret, seconds, fromOtherSites: true })
}

/** Returns and deletes the cookie of a sign-in; null if there is none. */
export function takeFlowCookie(c: HttpContext, state: string): string | null {
	const name = nameOf(state)
	const value = readOwnCookie(c, name, c.var.ctx.config)
	if (value !== null) keepOwnCookie(c, { name, value: '', seconds: 0, fromOtherSites: true })
	return value
}
