/** Longest content line in octets, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75

const octets = (character: string): number => {
	const code = character.codePointAt(0) ?? 0
	if (code < 0x80) return 1
	if (code < 0x800) return 2
	return code < 0x10_000 ? 3 : 4
}

/** Folds one content line: no line is longer than 75 octets, no character is split, each further line begins with a space. */
export function foldLine(line: string): string {
	let folded = ''
	let used = 0
	for (const character of line) {
		const size = octets(character)
		if (used + size > LINE_OCTETS) {
			folded += '\r\n '
			used = 1
		}
		folded += character
		used += size
	}
	return folded
}

/** A TEXT value (RFC 5545 §3.3.11): control characters other than line ends are not allowed. */
export const calendarText = (text: string): string =>
	text
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
		.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
		.replaceAll('\n', '\\n')

/** The text of a calendar file (RFC 5545). */
export const writeLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')
