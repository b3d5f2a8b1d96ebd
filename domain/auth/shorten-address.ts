const V4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i

/** Returns the first `count` groups of an IPv6 address, with zeros in place of `::`. */
function leadingGroups(address: string, count: number): string[] {
	const [head = '', tail] = address.split('::')
	const groups = head === '' ? [] : head.split(':')
	const after = tail === undefined || tail === '' ? [] : tail.split(':')
	const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
	return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, count)
}

/**
 * Shortens an IP address so that its owner still recognizes it: IPv4 without the last part, IPv6 to the first 48 bits.
 * @returns e.g. `198.51.100.…`, `2001:db8:7:…`; null for anything else
 */
export function shortenAddress(address: string): string | null {
	const v4 = V4.exec(address)?.[1]
	if (v4 !== undefined) return `${v4}.…`
	if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
	return `${leadingGroups(address, 3).join(':')}:…`
}
