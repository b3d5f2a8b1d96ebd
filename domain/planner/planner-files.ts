import { calendarText, writeLines } from '#domain/clock/calendar-file.ts'
import { addDays } from '#domain/clock/week-date.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'

import { isBlankRow, PLANNER_COLUMNS, type PlannerColumn, type PlannerRow, type PlannerWeek, visibleRows } from './planner-week.ts'

const compactDay = (day: string) => day.replaceAll('-', '')

type CalendarWords = { product: string; untitled: string; columns: Readonly<Record<PlannerColumn, string>> }
/** `stampedAt`: time of writing in UTC, `YYYYMMDDTHHMMSSZ`. */
type CalendarParts = { words: CalendarWords; stampedAt: string }

function eventLines(row: PlannerRow, day: string, { words, stampedAt }: CalendarParts): string[] {
	const facts = PLANNER_COLUMNS.filter((column) => column !== 'ideaName' && row[column].trim() !== '')
	const description = facts.map((column) => `${words.columns[column]}: ${row[column].trim()}`).join('\n')
	return [
		'BEGIN:VEVENT',
		`UID:${row.id}@weekly-planner.invalid`,
		`DTSTAMP:${stampedAt}`,
		`DTSTART;VALUE=DATE:${compactDay(day)}`,
		`DTEND;VALUE=DATE:${compactDay(addDays(day, 1))}`,
		`SUMMARY:${calendarText(row.ideaName.trim() || row.whatImDoing.trim() || words.untitled)}`,
		...(description ? [`DESCRIPTION:${calendarText(description)}`] : []),
		'TRANSP:TRANSPARENT',
		'END:VEVENT',
	]
}

/**
 * Writes a calendar file (RFC 5545). Each row with text becomes an all-day event: the first on Monday, the next on Tuesday, and after
 * Sunday, on Monday again.
 */
export function plannerCalendar(week: PlannerWeek, parts: CalendarParts): string {
	const rows = visibleRows(week).filter((row) => !isBlankRow(row))
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		`PRODID:-//${calendarText(parts.words.product)}//Weekly planner//EN`,
		'CALSCALE:GREGORIAN',
		...rows.flatMap((row, index) => eventLines(row, addDays(week.week, index % 7), parts)),
		'END:VCALENDAR',
	]
	return writeLines(lines)
}

export type PlannerCsvLabels = { done: string; yes: string; no: string; columns: Readonly<Record<PlannerColumn, string>> }

/** Writes the table as CSV, with a byte order mark for spreadsheets and CRLF line ends (RFC 4180). */
export function plannerCsv(week: PlannerWeek, words: PlannerCsvLabels): string {
	const head = [words.done, ...PLANNER_COLUMNS.map((column) => words.columns[column])]
	const lines = visibleRows(week).map((row) => [row.completed ? words.yes : words.no, ...PLANNER_COLUMNS.map((column) => row[column])])
	return CSV_START + [head, ...lines].map(csvLine).join('')
}
