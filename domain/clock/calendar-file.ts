import { utf8Length } from '#domain/json/utf8-length.ts'

/** Maximum length of a content line in octets, without its line break (RFC 5545 §3.1). */
const LINE_OCTETS = 75

/** Folds a content line: at most 75 octets per line, no character is split, and each continuation line begins with a space. */
export function foldCalendarLine(line: string): string {
	let folded = ''
	let used = 0
	for (const character of line) {
		const size = utf8Length(character)
		if (used + size > LINE_OCTETS) {
			folded += '\r\n '
			used = 1
		}
		folded += character
		used += size
	}
	return folded
}

/** Escapes a TEXT value (RFC 5545 §3.3.11). Control characters other than line breaks aren't allowed there and become spaces. */
export const calendarText = (text: string): string =>
	text
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
		.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
		.replaceAll('\n', '\\n')

/** Joins content lines into a calendar file (RFC 5545). */
export const writeLines = (lines: readonly string[]): string => lines.map((line) => `${foldCalendarLine(line)}\r\n`).join('')
