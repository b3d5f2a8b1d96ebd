/** A 32-bit hash of a text (FNV-1a). For names, not for secrets. */
function hash(text: string): number {
	let state = 0x811c9dc5
	for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
	return state >>> 0
}

/**
 * Names for the boxes of a checklist, made of their words: they stay when boxes are moved, added or removed, and when
 * only punctuation, capitals or spaces change. Other words are another task, so that box begins unticked. The second box
 * with the same words gets its own number.
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
