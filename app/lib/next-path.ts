import { paths } from '#contracts/paths.ts'

/** Pages that must not be opened after sign-in. */
const SIGN_IN_PAGES: readonly string[] = [paths.login, paths.authCallback, paths.resetPassword]

/**
 * Parses the path to open after sign-in, from an untrusted URL.
 * @param raw value of `?next=`
 * @returns a path on this site with query and fragment, or null
 */
export function parseNextPath(raw: string | null): string | null {
	if (raw === null || !raw.startsWith('/') || raw.startsWith('//') || raw.length > 2000) return null
	const base = 'https://same-origin.invalid'
	const url = URL.parse(raw, base)
	if (url === null || url.origin !== base || SIGN_IN_PAGES.includes(url.pathname)) return null
	// /..//host is normalized to //host, which browsers treat as another site.
	if (url.pathname.startsWith('//')) return null
	return `${url.pathname}${url.search}${url.hash}`
}

/** Adds the page to return to, as in `/login?next=/modules`. */
export const withNextPath = (path: string, next: string | null): string =>
	next === null ? path : `${path}?next=${encodeURIComponent(next)}`
