import { PLANNER_COLUMNS, type PlannerColumn } from './planner-week.ts'

/** Lines of text that fit on about twenty-five printed pages. A longer planner needs the browser's print view. */
export const MAX_PRINTED_LINES = 3000

/** Characters that always fit on a line of the narrowest column. */
const LINE_LENGTH = 14

const linesOf = (text: string): number =>
	text.split(/\r\n?|\n/).reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / LINE_LENGTH)), 0)

export type PrintedPlan = { focusArea: string; rows: readonly Record<PlannerColumn, string>[] }

/** Lines of all cells, computed for the narrowest column. */
export const printedLines = ({ focusArea, rows }: PrintedPlan): number =>
	rows.reduce((sum, row) => PLANNER_COLUMNS.reduce((lines, column) => lines + linesOf(row[column]), sum), linesOf(focusArea))

export const fitsOnPaper = (plan: PrintedPlan): boolean => printedLines(plan) <= MAX_PRINTED_LINES
