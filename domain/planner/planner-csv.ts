import { PLANNER_COLUMNS, visibleRows, type PlannerColumn, type PlannerWeek } from './planner-week.ts'

/** What a spreadsheet may take for a formula; OWASP, CSV Injection. */
const FORMULA_START = /^[=+\-@\t\r]/

/** One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it. */
export function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type CsvWords = { done: string; yes: string; no: string; columns: Readonly<Record<PlannerColumn, string>> }

/** The table as a CSV file: a byte order mark for spreadsheets, CRLF after each line (RFC 4180). */
export function plannerCsv(week: PlannerWeek, words: CsvWords): string {
	const head = [words.done, ...PLANNER_COLUMNS.map((column) => words.columns[column])]
	const lines = visibleRows(week).map((row) => [row.completed ? words.yes : words.no, ...PLANNER_COLUMNS.map((column) => row[column])])
	return `\uFEFF${[head, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`
}
