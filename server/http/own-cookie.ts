import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { HttpContext } from './environment.ts'

type Site = { siteUrl: string }
type Kept = {
	name: string
	value: string
	/** Until the browser closes by default; 0 deletes it. */
	seconds?: number
	/** Also sent with a form that another site posts; only where the site is served by https. */
	fromOtherSites?: boolean
}

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

export const readOwnCookie = (c: Context, name: string, site: Site): string | null =>
	(isSecure(site) ? getCookie(c, name, 'host') : getCookie(c, name)) ?? null

/**
 * Sets a cookie that no script reads, for the whole site. By https its name begins with `__Host-`: then neither a neighboring
 * host nor an unencrypted page can set one of that name.
 */
export function keepOwnCookie(c: HttpContext, { name, value, seconds, fromOtherSites = false }: Kept): void {
	const secure = isSecure(c.var.ctx.config)
	setCookie(c, name, value, {
		path: '/',
		httpOnly: true,
		secure,
		sameSite: fromOtherSites && secure ? 'None' : 'Lax',
		...(seconds !== undefined && { maxAge: seconds }),
		...(secure && { prefix: 'host' as const }),
	})
}
