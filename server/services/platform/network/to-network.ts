import { isIPv6 } from 'node:net'

/** `::ffff:198.51.100.23` as URL writes it: the last 32 bits in hexadecimal. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

const octets = (group: string) => {
	const bits = Number.parseInt(group, 16)
	return `${bits >> 8}.${bits & 0xff}`
}

/**
 * The part of an address that its owner cannot change at will: all of IPv4, and the 64 bits of IPv6 that a household's
 * devices share. Every spelling of an address gives the same network (RFC 5952).
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
