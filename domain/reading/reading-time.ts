/** Speed of careful reading on a screen. */
export const WORDS_PER_MINUTE = 220

const MARKUP = [
	/^\s*(?:```|~~~)[\s\S]*?^\s*(?:```|~~~)/gm, // code blocks aren't read word by word
	/\]\([^)]*\)/g, // a link's URL; its text stays
	/^\s*>\s*\[!\w+\]/gm, // a callout's marker
]

/** Counts the words of a Markdown text as readers see it, without URLs or markup. */
export function countWords(markdown: string): number {
	let text = markdown
	for (const markup of MARKUP) text = text.replace(markup, ' ')
	return text.match(/[\p{L}\p{N}$€£][\p{L}\p{N}$€£.,'’%-]*/gu)?.length ?? 0
}

export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
