const ADDRESS = /^(?:https:\/\/\S+|mailto:\S+|\/(?!\/)\S*|#\S+)$/
const WITHOUT_SCHEME = /^(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i

/** Parses a typed URL; null if it isn't one. `http:` becomes `https:`, and a bare domain gets `https:`. */
export function parseLinkUrl(typed: string): string | null {
	const address = typed.trim().replace(/^http:/, 'https:')
	if (ADDRESS.test(address)) return address
	return WITHOUT_SCHEME.test(address) ? `https://${address}` : null
}
