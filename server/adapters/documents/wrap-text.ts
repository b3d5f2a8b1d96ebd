import type { Pdf } from './sheet.ts'

/** Measures text in the current font and size, each character only once. */
export function measureIn(pdf: Pdf): (text: string) => number {
	const known = new Map<string, number>()
	return (text) => {
		let width = 0
		for (const character of text) {
			let own = known.get(character)
			if (own === undefined) known.set(character, (own = pdf.widthOfString(character)))
			width += own
		}
		return width
	}
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
	const pieces: string[] = []
	let piece = ''
	let used = 0
	for (const character of word) {
		const own = measure(character)
		if (piece !== '' && used + own > width) {
			pieces.push(piece)
			piece = ''
			used = 0
		}
		piece += character
		used += own
	}
	return [...pieces, piece]
}

/** Wraps text into lines of at most `width` points and keeps its line breaks. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
	return text.split(/\r\n?|\n/).flatMap((paragraph) => {
		const lines: string[] = []
		let line = ''
		let used = 0
		for (const word of paragraph.replaceAll(/\p{Cc}/gu, ' ').split(' ')) {
			const own = measure(word)
			if (line !== '' && used + measure(' ') + own <= width) {
				line += ` ${word}`
				used += measure(' ') + own
				continue
			}
			if (line !== '') lines.push(line)
			const pieces = own > width ? breakWord(word, width, measure) : [word]
			lines.push(...pieces.slice(0, -1))
			line = pieces.at(-1) ?? ''
			used = measure(line)
		}
		return [...lines, line]
	})
}
