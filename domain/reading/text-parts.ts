import { WORDS_PER_MINUTE } from './reading-time.ts'

/** A block of a text: heading, paragraph, list or figure. */
export type TextBlock = { /** Heading text if the block is a heading; otherwise null. */ heading: string | null; words: number }

export type TextPart = { title: string; /** Index of its first block. */ first: number }

/** Splits a text at its headings. Text before the first heading becomes a part, too. A text without headings has no parts. */
export function textParts(blocks: readonly TextBlock[]): TextPart[] {
	const headed = blocks.flatMap(({ heading }, first) => (heading === null ? [] : [{ title: heading, first }]))
	const isLed = headed[0] !== undefined && blocks.slice(0, headed[0].first).some(({ words }) => words > 0)
	return isLed ? [{ title: 'Beginning', first: 0 }, ...headed] : headed
}

export const partIndexOf = (parts: readonly TextPart[], block: number): number =>
	Math.max(
		parts.findLastIndex(({ first }) => first <= block),
		0,
	)

/** Formats the current part and the estimated reading time left, such as "Part 2 of 5, about 3 minutes left". */
export function formatPlace(blocks: readonly TextBlock[], at: number): string {
	const parts = textParts(blocks)
	const left = blocks.slice(at).reduce((sum, { words }) => sum + words, 0)
	const minutes = Math.round(left / WORDS_PER_MINUTE)
	const rest = minutes < 1 ? 'less than a minute left' : `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
	return parts.length === 0
		? rest.replace(/^./, (first) => first.toUpperCase())
		: `Part ${partIndexOf(parts, at) + 1} of ${parts.length}, ${rest}`
}

/** Returns the block at which to resume, even if the text has changed since. Null at the end, and in the first two blocks. */
export function resumeAt({ block, of }: { block: number; of: number }, count: number): number | null {
	const to = of === count ? block : Math.floor((block / of) * count)
	return to >= 2 && to < count - 1 ? to : null
}
