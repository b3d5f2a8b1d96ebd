/** Returns the length of a text in UTF-8, in bytes. A lone surrogate counts as the replacement character (three bytes). */
export function utf8Length(text: string): number {
	let bytes = 0
	for (const character of text) {
		const codePoint = character.codePointAt(0) ?? 0
		bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
	}
	return bytes
}
