/** Lower case, without a plus suffix. Only for rate limits, so `ana+1@` and `ana+2@` share one; never to identify a person. */
export function toMailbox(address: string): string {
	const [, name = '', domain = ''] = /^([^+@][^+]*)\+.*(@[^@]*)$/.exec(address) ?? []
	return (name === '' ? address : name + domain).toLowerCase()
}
