const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A name that its owner holds, written backwards (RFC 8252 §7.1). */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/
export const MAX_REDIRECT_LENGTH = 2048

function parse(uri: string): URL | null {
	// The parser forgives spaces and line breaks; what is compared letter by letter may not hold any.
	if (!/^[\x21-\x7e]+$/.test(uri) || uri.length > MAX_REDIRECT_LENGTH) return null
	return URL.parse(uri)
}

/** Whether an address leads back to a program on the learner's own machine, whoever that is (RFC 8252 §7). */
export function leadsToOwnMachine(uri: string): boolean {
	const url = parse(uri)
	return url !== null && (url.protocol !== 'https:' || LOOPBACK.has(url.hostname))
}

/**
 * Why an address cannot be one that codes are sent to, or null: https, this machine, or an application's own scheme
 * (OAuth 2.1 §2.3, RFC 8252 §7).
 */
export function findRedirectProblem(uri: string, { isPublic }: { isPublic: boolean }): string | null {
	const url = parse(uri)
	if (!url) return 'must be a whole address'
	if (uri.includes('#')) return 'must not have a fragment'
	if (url.username || url.password) return 'must not name a user'
	if (url.protocol === 'https:') return null
	if (url.protocol === 'http:') return LOOPBACK.has(url.hostname) ? null : 'http is for this machine alone'
	if (!PRIVATE_SCHEME.test(url.protocol)) return 'must be https, or http to this machine'
	return isPublic ? null : 'an own scheme is for public clients'
}
