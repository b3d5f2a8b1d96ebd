/** Lower-cases an address and drops a plus suffix. Only for rate limits, which `ana+1@` and `ana+2@` share; not an identity. */
export function toMailbox(address: string): string {
	const [, name = '', domain = ''] = /^([^+@][^+]*)\+.*(@[^@]*)$/.exec(address) ?? []
	return (name === '' ? address : name + domain).toLowerCase()
}
