import { expect, test } from 'vitest'

import type { PlannerColumn } from './planner-week.ts'
import { fitsOnPaper, MAX_PRINTED_LINES, countPrintedLines } from './printed-lines.ts'

const rowOf = (cells: Partial<Record<PlannerColumn, string>> = {}) => ({
	ideaName: '',
	whatImDoing: '',
	timeNeeded: '',
	platform: '',
	weeklyGoal: '',
	...cells,
})

test.each([
	['an empty cell', '', 1],
	['a short line', 'Write two offers', 2],
	['a line that just fits', 'x'.repeat(14), 1],
	['one character more', 'x'.repeat(15), 2],
	['empty lines', '\n\n\n', 4],
	['Windows line endings', 'a\r\nb', 2],
	['classic Mac line endings', 'a\rb', 2],
])('%s takes the right number of lines', (_, ideaName, lines) => {
	// The four other cells and the focus area take one line each.
	expect(countPrintedLines({ focusArea: '', rows: [rowOf({ ideaName })] })).toBe(lines + 5)
})

test('the longest printable planner has the maximum number of lines', () => {
	const plan = (lines: number) => ({ focusArea: '\n'.repeat(lines - 6), rows: [rowOf()] })
	expect([plan(MAX_PRINTED_LINES), plan(MAX_PRINTED_LINES + 1)].map(fitsOnPaper)).toEqual([true, false])
})
