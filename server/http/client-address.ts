import { isIP } from 'node:net'

/**
 * The caller's address behind `trustedHops` proxies of ours. Each trusted proxy appends the address it saw, so the
 * entry that many places from the right is the last one a stranger could not write; the leftmost is never used.
 * @param forwardedFor the X-Forwarded-For header, if any
 * @param socketAddress the peer of the TCP connection
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string, trustedHops: number): string {
	if (trustedHops === 0 || !forwardedFor) return socketAddress
	const hops = forwardedFor.split(',').map((hop) => hop.trim())
	const claimed = hops.at(-trustedHops) ?? ''
	return isIP(claimed) ? claimed : socketAddress
}
