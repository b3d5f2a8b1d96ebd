import { isNonNegativeInteger } from '#domain/json/read-json.ts'

import { WORDS_PER_MINUTE } from './reading-time.ts'

/** Maximum number of blocks (paragraphs, lists, tables and figures) in a text. */
export const MAX_BLOCKS = 2000

/** A reading position, and how long the text was on screen. */
export type ReadingPlace = {
	/** Zero-based index. */ block: number
	/** Number of blocks the text had then. */ of: number
	seconds: number
}

export function parseReadingPlace(raw: Readonly<Record<string, unknown>> | undefined): ReadingPlace | null {
	const { block, of, seconds, ...beyond } = raw ?? {}
	if (Object.keys(beyond).length > 0 || !isNonNegativeInteger(block) || !isNonNegativeInteger(of) || !isNonNegativeInteger(seconds))
		return null
	return block < of && of <= MAX_BLOCKS ? { block, of, seconds } : null
}

/**
 * True if a text counts as read: its end was on screen, after at least a third of its usual duration. Pressing End isn't enough, but fast
 * readers needn't wait.
 */
export const countsAsRead = ({ words, seconds }: { words: number; seconds: number }): boolean => seconds >= (words / WORDS_PER_MINUTE) * 20
