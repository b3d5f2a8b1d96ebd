const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const WEB_ADDRESS = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?(?:[/?].*)?$/
/** URL with a private-use scheme: a domain name of the application's owner, reversed (RFC 8252 §7.1). */
const PRIVATE_ADDRESS = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:/i
export const MAX_REDIRECT_LENGTH = 2048

/** True if a URL is handled by a program on the user's own device, which can't be identified reliably (RFC 8252 §7). */
export function redirectsToDevice(uri: string): boolean {
	const [, scheme, host = ''] = WEB_ADDRESS.exec(uri) ?? []
	return scheme !== 'https' || LOOPBACK.has(host)
}

/**
 * Returns why a redirect URL is rejected, or null. Allowed are https, loopback URLs, and private-use schemes (OAuth 2.1 §2.3, RFC 8252 §7).
 * Redirects are compared as text, so the URL must not contain anything that browsers would rewrite.
 */
export function findRedirectProblem(uri: string, { isPublic }: { isPublic: boolean }): string | null {
	if (!/^[\x21-\x7e]+$/.test(uri) || uri.length > MAX_REDIRECT_LENGTH || uri.includes('\\')) return 'must be an absolute URL'
	if (uri.includes('#')) return 'must not have a fragment'
	const [, scheme, host = ''] = WEB_ADDRESS.exec(uri) ?? []
	if (scheme === 'https') return null
	if (scheme === 'http') return LOOPBACK.has(host) ? null : 'http is allowed only for this machine'
	if (/^https?:/i.test(uri)) return 'must have a plain lowercase host and no user'
	if (PRIVATE_ADDRESS.test(uri)) return isPublic ? null : 'private schemes are only for public clients'
	return OTHER_SCHEME.test(uri) ? 'must be https, or http to this machine' : 'must be an absolute URL'
}
