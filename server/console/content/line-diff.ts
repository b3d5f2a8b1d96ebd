import { structuredPatch } from 'diff'

/** Beyond it two texts are shown as different and no more: the page must come. */
const LIMIT_MS = 1000

const MAX_IN_LINE = 2000

/** Lines by hunk, each with its sign; or a word for two texts that have none to show. */
export type LineDiff = 'same' | 'too-different' | readonly { start: number; lines: readonly string[] }[]

/** A font is one line of a hundred thousand letters. */
const shortLine = (line: string) => (line.length > MAX_IN_LINE ? `${line.slice(0, 80)} … (${line.length} characters)` : line)

export const shortLines = (text: string) => text.split('\n').map(shortLine).join('\n')

export function diffLines(before: string, after: string): LineDiff {
	if (before === after) return 'same'
	const patch = structuredPatch('', '', before, after, '', '', { context: 2, timeout: LIMIT_MS })
	if (!patch) return 'too-different'
	return patch.hunks.map(({ newStart: start, lines }) => ({
		start,
		lines: lines.filter((each) => !each.startsWith('\\')).map(shortLine),
	}))
}
