import { PLANNER_COLUMNS, type PlannerColumn } from './planner-week.ts'

/** Maximum lines, about twenty-five printed pages. Longer plans must use the browser's print view. */
export const MAX_PRINTED_LINES = 3000

/** Number of characters that always fit on a line of the narrowest column. */
const LINE_LENGTH = 14

const linesOf = (text: string): number =>
	text.split(/\r\n?|\n/).reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / LINE_LENGTH)), 0)

export type PrintedPlan = { focusArea: string; rows: readonly Record<PlannerColumn, string>[] }

/** Counts the printed lines of all cells, as if every column were the narrowest. */
export const countPrintedLines = ({ focusArea, rows }: PrintedPlan): number =>
	rows.reduce((sum, row) => PLANNER_COLUMNS.reduce((lines, column) => lines + linesOf(row[column]), sum), linesOf(focusArea))

export const fitsOnPaper = (plan: PrintedPlan): boolean => countPrintedLines(plan) <= MAX_PRINTED_LINES
