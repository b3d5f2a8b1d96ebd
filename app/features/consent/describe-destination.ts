const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Describes where a URL leads: the host of a site, or a program on this device. Returns an invalid URL unchanged. */
export function describeDestination(address: string): string {
	const url = URL.parse(address)
	if (url === null) return address
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return `the program ${url.protocol.slice(0, -1)} on this device`
	return LOOPBACK.has(url.hostname) ? 'a program on this device' : url.host
}
