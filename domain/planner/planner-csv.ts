import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'

import { PLANNER_COLUMNS, visibleRows, type PlannerColumn, type PlannerWeek } from './planner-week.ts'

export type CsvWords = { done: string; yes: string; no: string; columns: Readonly<Record<PlannerColumn, string>> }

/** Writes the table as CSV, with a byte order mark for spreadsheets and CRLF line ends (RFC 4180). */
export function plannerCsv(week: PlannerWeek, words: CsvWords): string {
	const head = [words.done, ...PLANNER_COLUMNS.map((column) => words.columns[column])]
	const lines = visibleRows(week).map((row) => [row.completed ? words.yes : words.no, ...PLANNER_COLUMNS.map((column) => row[column])])
	return CSV_START + [head, ...lines].map(csvLine).join('')
}
