/** Lower-cases an address and drops a plus suffix. Only for rate limits, so that `ana+1@` and `ana+2@` share one; not an identity. */
export function toMailbox(address: string): string {
	const [, name = '', domain = ''] = /^([^+@][^+]*)\+.*(@[^@]*)$/.exec(address) ?? []
	return (name === '' ? address : name + domain).toLowerCase()
}
