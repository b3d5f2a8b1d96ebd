import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { HttpContext } from './environment.ts'

type Site = { siteUrl: string }
type OwnCookie = {
	name: string
	value: string
	/** Lifetime; 0 deletes the cookie. Without it, the cookie lasts until the browser closes. */
	seconds?: number
	/** True if the cookie is also sent with forms posted by other sites (SameSite=None); only over https. */
	fromOtherSites?: boolean
	/** Path below which the cookie is sent. Such a cookie is never sent cross-site. */
	within?: string
}

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** Returns the prefix of the cookie's name. A cookie with a path can't be `__Host-`. */
const prefixOf = (within: string | undefined) => (within === undefined ? ('host' as const) : ('secure' as const))

export const readOwnCookie = (c: Context, name: string, site: Site & Pick<OwnCookie, 'within'>): string | null =>
	(isSecure(site) ? getCookie(c, name, prefixOf(site.within)) : getCookie(c, name)) ?? null

/**
 * Sets an HttpOnly cookie. Over https, its name starts with `__Host-`, so that neither another subdomain nor an unencrypted page can set
 * it. A cookie with a path starts with `__Secure-`, which only excludes unencrypted pages.
 */
export function setOwnCookie(c: HttpContext, { name, value, seconds, fromOtherSites = false, within }: OwnCookie): void {
	const secure = isSecure(c.var.ctx.config)
	setCookie(c, name, value, {
		path: within ?? '/',
		httpOnly: true,
		secure,
		sameSite: within === undefined ? (fromOtherSites && secure ? 'None' : 'Lax') : 'Strict',
		...(seconds !== undefined && { maxAge: seconds }),
		...(secure && { prefix: prefixOf(within) }),
	})
}
