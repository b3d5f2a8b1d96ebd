import { addDays } from '#domain/clock/week-date.ts'

import { isBlankRow, PLANNER_COLUMNS, visibleRows, type PlannerColumn, type PlannerRow, type PlannerWeek } from './planner-week.ts'

/** Longest content line in octets, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75

const octets = (character: string): number => {
	const code = character.codePointAt(0) ?? 0
	if (code < 0x80) return 1
	if (code < 0x800) return 2
	return code < 0x10_000 ? 3 : 4
}

/** Folds one content line: no line is longer than 75 octets, no character is split, each further line begins with a space. */
export function foldLine(line: string): string {
	let folded = ''
	let used = 0
	for (const character of line) {
		const size = octets(character)
		if (used + size > LINE_OCTETS) {
			folded += '\r\n '
			used = 1
		}
		folded += character
		used += size
	}
	return folded
}

/** A TEXT value (RFC 5545 §3.3.11): control characters other than line ends are not allowed. */
export const calendarText = (text: string): string =>
	text
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
		.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
		.replaceAll('\n', '\\n')

const compactDay = (day: string) => day.replaceAll('-', '')

type CalendarWords = { product: string; untitled: string; columns: Readonly<Record<PlannerColumn, string>> }
/** `stampedAt` is the moment of writing in UTC, `YYYYMMDDTHHMMSSZ`. */
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
 * The week as a calendar file (RFC 5545): each row with text is one all-day entry. The first goes to Monday, the
 * next to Tuesday, and after Sunday the days begin again.
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
	return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
