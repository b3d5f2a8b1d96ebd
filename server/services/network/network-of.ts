import { isIPv6 } from 'node:net'

/** The 64 bits that a household's devices share: each of them changes the rest at will. */
export function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
	if (mapped) return mapped
	if (!isIPv6(address)) return address
	const [head = '', tail] = address.split('::')
	const front = head.split(':').filter(Boolean)
	const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
	const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
	return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}
