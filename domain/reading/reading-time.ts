/** Words a minute of somebody who reads on a screen to learn, not to skim. */
export const WORDS_PER_MINUTE = 220

const MARKUP = [
	/^\s*(?:```|~~~)[\s\S]*?^\s*(?:```|~~~)/gm, // blocks of code are looked at, not read
	/\]\([^)]*\)/g, // the address of a link; its words stay
	/^\s*\|?[\s:|-]+\|?\s*$/gm, // the line below a table's head
	/^\s*>\s*\[!\w+\]/gm, // the mark of a callout
]

/** Words of a Markdown text as a reader meets them: no addresses, no marks. */
export function countWords(markdown: string): number {
	let text = markdown
	for (const markup of MARKUP) text = text.replace(markup, ' ')
	return text.match(/[\p{L}\p{N}$€£][\p{L}\p{N}$€£.,'’%-]*/gu)?.length ?? 0
}

/** Whole minutes, never less than one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
