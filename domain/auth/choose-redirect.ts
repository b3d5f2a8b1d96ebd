export type RedirectRule = {
	/** Public origin, no trailing slash. */
	siteUrl: string
	/** Paths of the site that a mail or a provider may send people to. */
	sitePaths: ReadonlySet<string>
	/** Whole addresses without query and fragment; compared exactly, no patterns. */
	allowList: readonly string[]
}

// Only what our own links can hold: no backslash, no control character or white space, no user info, nothing beyond ASCII.
const ADDRESS =
	/^([a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d{1,5})?)?(\/[A-Za-z0-9._~!$&'()*+,;=:@/%-]*)?(\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*)?(?:#.*)?$/

const withoutTrailingSlash = (address: string) => address.replace(/\/$/, '')

/**
 * Chooses the redirect of a confirmation: an exact list of paths of the site plus the operator's own list. Anything else silently becomes
 * the site itself. A fragment is dropped; a query is kept.
 */
export function chooseRedirect(requested: string | null | undefined, rule: RedirectRule): string {
	const parts = ADDRESS.exec(requested ?? '')
	if (!requested || !parts) return rule.siteUrl
	const [, origin = rule.siteUrl, path = '', query = ''] = parts
	const isSitePath = path === '' || path === '/' || rule.sitePaths.has(path)
	const address = withoutTrailingSlash(`${origin}${path}`)
	const isAllowed = origin === rule.siteUrl ? isSitePath : rule.allowList.some((allowed) => withoutTrailingSlash(allowed) === address)
	return isAllowed ? `${origin}${path}${query}` : rule.siteUrl
}

/** The redirect as our own links carry it: the path for the site, the whole address for others. */
export const shortenRedirect = (redirect: string, siteUrl: string) =>
	redirect.startsWith(`${siteUrl}/`) ? redirect.slice(siteUrl.length) : redirect === siteUrl ? '/' : redirect
