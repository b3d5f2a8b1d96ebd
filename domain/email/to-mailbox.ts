/**
 * The mailbox that an address most likely belongs to: lower case, without the part after a plus sign. Only for rate limits, so that
 * `ana+1@` and `ana+2@` share one; never to identify a person.
 */
export function toMailbox(address: string): string {
	const [, name = '', domain = ''] = /^([^+@][^+]*)\+.*(@[^@]*)$/.exec(address) ?? []
	return (name === '' ? address : name + domain).toLowerCase()
}
