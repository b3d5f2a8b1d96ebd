const LOOPBACK_IPV4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

/** @param host a name or an IP address, IPv6 with or without brackets, no port */
export function isLoopbackHost(host: string): boolean {
	const name = host.toLowerCase().replace(/^\[|\]$/g, '')
	return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || LOOPBACK_IPV4.test(name.replace(/^::ffff:/, ''))
}
