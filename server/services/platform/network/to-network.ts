import { isIPv4, isIPv6 } from 'node:net'

/** IPv4-mapped address as URL prints it, such as `::ffff:c633:6417` for 198.51.100.23: the last 32 bits are in hex. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

const octets = (group: string) => {
	const bits = Number.parseInt(group, 16)
	return `${bits >> 8}.${bits & 0xff}`
}

/**
 * Returns the part of an address that its user can't easily change: all of IPv4, or the first 64 bits of IPv6, which a household
 * shares. Different spellings of an address give the same network (RFC 5952).
 */
export function toNetwork(address: string): string {
	if (!isIPv6(address)) return address
	const spelled = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
	const mapped = MAPPED.exec(spelled)
	if (mapped) return `${octets(mapped[1]!)}.${octets(mapped[2]!)}`
	const [front = [], back = []] = spelled.split('::').map((half) => half.split(':').filter(Boolean))
	const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
	return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

/** Returns an address without the part that could identify a person, for logs: 24 bits of IPv4, 48 of IPv6. */
export function truncateAddress(address: string): string {
	const network = toNetwork(address)
	if (network.includes(':')) return network.replace(/:[^:]*::\/64$/, '::/48')
	return isIPv4(network) ? network.replace(/\.\d+$/, '.0/24') : ''
}
