import type { HttpContext } from '#server/http/environment.ts'
import { keepOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'
import { FLOW_SECONDS, type FlowKeys } from '#server/services/identity/identities/external-flow.ts'

/** One for each sign-in under way: two tabs do not spoil each other's. */
const nameOf = (state: string) => `launchway-flow-${state.slice(0, 12)}`

/** Ties a departure to this browser. Some providers answer by a form that their own page posts, so it comes along with one. */
export function setFlowCookie(c: HttpContext, { state, browserSecret }: FlowKeys, seconds = FLOW_SECONDS): void {
	keepOwnCookie(c, { name: nameOf(state), value: browserSecret, seconds, fromOtherSites: true })
}

/** Reads it and takes it away. */
export function takeFlowCookie(c: HttpContext, state: string): string | null {
	const name = nameOf(state)
	const value = readOwnCookie(c, name, c.var.ctx.config)
	if (value !== null) keepOwnCookie(c, { name, value: '', seconds: 0, fromOtherSites: true })
	return value
}
