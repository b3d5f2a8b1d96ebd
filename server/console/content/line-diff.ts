import { structuredPatch } from 'diff'

/** Time limit of a diff. Beyond it, two texts are only marked as different. */
const LIMIT_MS = 1000

const MAX_IN_LINE = 2000

/** Hunks of changed lines, each line with its sign; a string if there is no diff to show. */
export type LineDiff = 'same' | 'too-different' | readonly { start: number; lines: readonly string[] }[]

/** Truncates long lines: a font file is one line of 100,000 characters. */
const shortLine = (line: string) => (line.length > MAX_IN_LINE ? `${line.slice(0, 80)} … (${line.length} characters)` : line)

export const truncateLines = (text: string) => text.split('\n').map(shortLine).join('\n')

export function diffLines(before: string, after: string): LineDiff {
	if (before === after) return 'same'
	const patch = structuredPatch('', '', before, after, '', '', { context: 2, timeout: LIMIT_MS })
	if (!patch) return 'too-different'
	return patch.hunks.map(({ newStart: start, lines }) => ({
		start,
		lines: lines.filter((each) => !each.startsWith('\\')).map(shortLine),
	}))
}
