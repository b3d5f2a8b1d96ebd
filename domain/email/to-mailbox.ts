/**
 * The mailbox that an address most likely leads to: without what follows a plus sign, in lower case. For limits alone, so that
 * `ana+1@`, `ana+2@` and so on are not one mailbox each; never to tell who somebody is.
 */
export function toMailbox(address: string): string {
	const [, name = '', domain = ''] = /^([^+@][^+]*)\+.*(@[^@]*)$/.exec(address) ?? []
	return (name === '' ? address : name + domain).toLowerCase()
}
