/** Returns a 32-bit hash (FNV-1a). Not for secrets. */
function hash(text: string): number {
	let state = 0x811c9dc5
	for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
	return state >>> 0
}

/**
 * Derives the IDs of checklist items from their texts. They stay the same when items are moved, added or removed, and when punctuation,
 * case or spaces change. Items with the same text get a number.
 */
export function boxIds(texts: readonly string[]): string[] {
	const seen = new Map<string, number>()
	return texts.map((text) => {
		const words = text
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
			.trim()
		const id = hash(words).toString(36).padStart(7, '0')
		const count = (seen.get(id) ?? 0) + 1
		seen.set(id, count)
		return count === 1 ? id : `${id}-${count}`
	})
}
