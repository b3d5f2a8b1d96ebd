import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { HttpContext } from './environment.ts'

type Site = { siteUrl: string }
type Kept = {
	name: string
	value: string
	/** Until the browser closes by default; 0 deletes it. */
	seconds?: number
	/** Also sent with forms posted by other sites; only over https. */
	fromOtherSites?: boolean
	/** Sent below this path alone, and with no request that another site causes. */
	within?: string
}

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** A cookie with a path cannot be `__Host-`. */
const prefixOf = (within: string | undefined) => (within === undefined ? ('host' as const) : ('secure' as const))

export const readOwnCookie = (c: Context, name: string, site: Site & Pick<Kept, 'within'>): string | null =>
	(isSecure(site) ? getCookie(c, name, prefixOf(site.within)) : getCookie(c, name)) ?? null

/**
 * Sets a cookie that no script reads. By https its name begins with `__Host-`: then neither a neighboring host nor an unencrypted
 * page can set one of that name. One with a path has `__Secure-`, which keeps the unencrypted page out.
 */
export function keepOwnCookie(c: HttpContext, { name, value, seconds, fromOtherSites = false, within }: Kept): void {
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
