import { paths } from '#contracts/paths.ts'

/** Pages that a person who just signed in must not be sent back to. */
const DOORS: readonly string[] = [paths.login, paths.authCallback, paths.resetPassword]

/**
 * Parses the path to open after signing in, from a URL that anyone could have written.
 * @param raw value of `?next=`
 * @returns a path on this site with its query and fragment, or null for everything else
 */
export function parseNextPath(raw: string | null): string | null {
	if (raw === null || !raw.startsWith('/') || raw.startsWith('//') || raw.length > 2000) return null
	const base = 'https://same-origin.invalid'
	const url = URL.parse(raw, base)
	if (url === null || url.origin !== base || DOORS.includes(url.pathname)) return null
	// A path such as /..//host is normalized to //host, which a browser would read as another site.
	if (url.pathname.startsWith('//')) return null
	return `${url.pathname}${url.search}${url.hash}`
}

/** `/login?next=/modules`: the path, with the page to return to if there is one. */
export const withNext = (path: string, next: string | null): string => (next === null ? path : `${path}?next=${encodeURIComponent(next)}`)
