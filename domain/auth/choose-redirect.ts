export type RedirectRule = {
	/** Public origin without a trailing slash. */
	siteUrl: string
	/** Paths of the site that emails and providers may redirect to. */
	sitePaths: ReadonlySet<string>
	/** Full URLs without query or fragment. They are compared exactly, without wildcards. */
	allowList: readonly string[]
}

// Matches URLs with only the characters that our own links contain: no backslashes, control characters, white space, user info or
// non-ASCII.
const ADDRESS =
	/^([a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d{1,5})?)?(\/[A-Za-z0-9._~!$&'()*+,;=:@/%-]*)?(\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*)?(?:#.*)?$/

const withoutTrailingSlash = (address: string) => address.replace(/\/$/, '')

/** Returns the requested redirect if it is a listed path of the site or on the operator's allow list, otherwise the home page. */
export function chooseRedirect(requested: string | null | undefined, rule: RedirectRule): string {
	const parts = ADDRESS.exec(requested ?? '')
	if (!requested || !parts) return rule.siteUrl
	const [, origin = rule.siteUrl, path = '', query = ''] = parts
	const isSitePath = path === '' || path === '/' || rule.sitePaths.has(path)
	const address = withoutTrailingSlash(`${origin}${path}`)
	const isAllowed = origin === rule.siteUrl ? isSitePath : rule.allowList.some((allowed) => withoutTrailingSlash(allowed) === address)
	return isAllowed ? `${origin}${path}${query}` : rule.siteUrl
}

/** Shortens a redirect to its path if it is on the site. Otherwise it must stay a full URL. */
export const shortenRedirect = (redirect: string, siteUrl: string) =>
	redirect.startsWith(`${siteUrl}/`) ? redirect.slice(siteUrl.length) : redirect === siteUrl ? '/' : redirect
