import type { WalletMessage } from './wallet-message.ts'

/** Maximum age of a signature, in milliseconds. */
const MAX_AGE_MS = 10 * 60_000
const CLOCK_MS = 30_000
const LOCAL = /^(localhost|127\.0\.0\.1)$/

/**
 * Returns the reason why a signed message isn't valid for this site now, or null. The wallet showed its domain and URL to the
 * user, so both must be ours.
 * @param origins of pages that may request a signature, e.g. `https://example.com`
 */
export function findWalletProblem(message: WalletMessage, { origins, now }: { origins: ReadonlySet<string>; now: Date }): string | null {
	if (!URL.canParse(message.uri)) return 'URI is not an address'
	const { protocol, host, hostname, origin, username, password } = new URL(message.uri)
	const isSecure = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
	if (!isSecure || username || password) return 'URI must be https'
	if (host !== message.domain) return 'Domain and URI differ'
	if (message.scheme !== null && `${message.scheme}:` !== protocol) return 'Scheme and URI differ'
	if (!origins.has(origin)) return 'Message was signed for another site'

	const at = now.getTime()
	if (message.issuedAt > at + CLOCK_MS) return 'Message was issued in the future'
	if (message.issuedAt < at - MAX_AGE_MS) return 'Message was issued too long ago'
	if (message.expiresAt !== null && message.expiresAt <= at) return 'Message has expired'
	if (message.notBefore !== null && message.notBefore > at) return 'Message is not valid yet'
	return null
}
