import { expect, test } from 'vitest'

import { calendarText, foldCalendarLine } from '#domain/clock/calendar-file.ts'
import { csvCell } from '#domain/csv/csv-cell.ts'

import { plannerCalendar, plannerCsv } from './planner-files.ts'
import { blankRow, emptyWeek, type PlannerRow, type PlannerWeek } from './planner-week.ts'

const columns = { ideaName: 'Idea Name', whatImDoing: 'Doing', timeNeeded: 'Time', platform: 'Tool', weeklyGoal: 'Goal' }
const week = (...rows: Partial<PlannerRow>[]): PlannerWeek => ({
	...emptyWeek('2026-11-16', 'x'),
	rows: rows.map((row, index) => ({ ...blankRow(`row-${index}`, index), ...row })),
})

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string): string[][] {
	const lines: string[][] = [[]]
	let cell = ''
	let isQuoted = false
	for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
		const mark = text[at]
		if (isQuoted && mark === '"' && text[at + 1] === '"') cell += text[(at += 1)]
		else if (mark === '"') isQuoted = !isQuoted
		else if (!isQuoted && (mark === ',' || text.startsWith('\r\n', at))) {
			lines.at(-1)!.push(cell)
			cell = ''
			if (mark !== ',') at += lines.push([]) && 1
		} else cell += mark
	}
	return lines.slice(0, -1)
}

test.each([
	['=1+1', "'=1+1"],
	['+49 123', "'+49 123"],
	['-1', "'-1"],
	['@SUM(A1)', "'@SUM(A1)"],
	['\tcmd', "'\tcmd"],
	['\r=1', "'\r=1"],
	['=HYPERLINK("http://evil.example","x")', '\'=HYPERLINK("http://evil.example","x")'],
	['a=1', 'a=1'],
	['"quoted", with comma', '"quoted", with comma'],
	['two\r\nlines', 'two\r\nlines'],
	['', ''],
])('the cell %j is parsed back as %j', (text, expected) => {
	expect(parseCsv(`${csvCell(text)},next\r\n`)).toEqual([[expected, 'next']])
})

test('the CSV has a header, a line per visible row, and CRLF line endings', () => {
	const plan = week(
		{ ideaName: 'Shop, "first"', completed: true, weeklyGoal: '=cmd' },
		{ ideaName: 'gone', removed: true },
		{ platform: 'Łódź' },
	)
	const text = plannerCsv(plan, { done: 'Done', yes: 'yes', no: 'no', columns })
	expect(text.startsWith('\uFEFFDone,Idea Name')).toBe(true)
	expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
	expect(parseCsv(text)).toEqual([
		['Done', 'Idea Name', 'Doing', 'Time', 'Tool', 'Goal'],
		['yes', 'Shop, "first"', '', '', '', "'=cmd"],
		['no', '', '', '', 'Łódź', ''],
	])
})

test.each(['x'.repeat(300), 'ü'.repeat(120), '🎉'.repeat(60), `SUMMARY:${'a'.repeat(66)}é${'b'.repeat(80)}`])(
	'%s is folded into lines of 75 octets',
	(line) => {
		const pieces = foldCalendarLine(line).split('\r\n')
		for (const piece of pieces) expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(75)
		expect(pieces.length).toBeGreaterThan(1)
		expect(pieces.map((piece, index) => (index === 0 ? piece : piece.replace(/^ /, ''))).join('')).toBe(line)
	},
)

test.each([
	['a;b,c\\d', String.raw`a\;b\,c\\d`],
	['two\r\nlines\nmore', String.raw`two\nlines\nmore`],
	['bell\u0007', 'bell '],
	['old\rline ends', String.raw`old\nline ends`],
	['END:VEVENT\r\nBEGIN:VALARM', String.raw`END:VEVENT\nBEGIN:VALARM`],
])('the text %j is escaped for iCalendar as %j', (text, expected) => {
	expect(calendarText(text)).toBe(expected)
})

test('rows are assigned to days from Monday, wrapping after Sunday', () => {
	const rows = Array.from({ length: 8 }, (_row, index) => ({ ideaName: `Idea ${index + 1}` }))
	const text = plannerCalendar(week(...rows.slice(0, 1), {}, ...rows.slice(1)), {
		words: { product: 'Planner', untitled: 'Task', columns },
		stampedAt: '20261116T080000Z',
	})
	const starts = [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)\r\nSUMMARY:(.+)\r\n/g)].map(
		([, start, end, title]) => [start, end, title],
	)
	expect(starts[0]).toEqual(['20261116', '20261117', 'Idea 1'])
	expect(starts[6]).toEqual(['20261122', '20261123', 'Idea 7'])
	expect(starts[7]).toEqual(['20261116', '20261117', 'Idea 8'])
	expect(starts).toHaveLength(8)
	expect(new Set(text.match(/UID:.+/g)).size).toBe(8)
	expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true)
	expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})

const parts = { words: { product: 'Planner', untitled: 'Task', columns }, stampedAt: '20261116T080000Z' }

test('an event has a title and the filled cells, and blocks no time', () => {
	const text = plannerCalendar(week({ ideaName: ' Shop ', whatImDoing: ' Open, it ', timeNeeded: ' ', weeklyGoal: 'Sell' }), parts)
	expect(text.split('\r\n')).toEqual([
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//Planner//Weekly planner//EN',
		'CALSCALE:GREGORIAN',
		'BEGIN:VEVENT',
		'UID:row-0@weekly-planner.invalid',
		'DTSTAMP:20261116T080000Z',
		'DTSTART;VALUE=DATE:20261116',
		'DTEND;VALUE=DATE:20261117',
		'SUMMARY:Shop',
		String.raw`DESCRIPTION:Doing: Open\, it\nGoal: Sell`,
		'TRANSP:TRANSPARENT',
		'END:VEVENT',
		'END:VCALENDAR',
		'',
	])
})

test.each([
	{ what: 'the idea alone', row: { ideaName: 'Shop' }, title: 'Shop', next: 'TRANSP:TRANSPARENT' },
	{ what: 'the activity, without an idea', row: { ideaName: ' ', whatImDoing: ' Open ' }, title: 'Open', next: 'DESCRIPTION:Doing: Open' },
	{ what: 'neither', row: { whatImDoing: ' ', platform: 'Web' }, title: 'Task', next: 'DESCRIPTION:Tool: Web' },
])('the title for a row with $what is $title', ({ row, title, next }) => {
	const lines = plannerCalendar(week(row), parts).split('\r\n')
	const at = lines.findIndex((line) => line.startsWith('SUMMARY:'))
	expect(lines.slice(at, at + 2)).toEqual([`SUMMARY:${title}`, next])
})

test.each([
	{ character: 'a', octets: 1 },
	{ character: '\u007f', octets: 1 },
	{ character: '\u0080', octets: 2 },
	{ character: '\u07ff', octets: 2 },
	{ character: '\u0800', octets: 3 },
	{ character: '\uffff', octets: 3 },
	{ character: '\u{10000}', octets: 4 },
])('a line of 75 octets isn’t folded, one more octet folds it: last character of $octets octets', ({ character, octets }) => {
	const line = 'x'.repeat(75 - octets) + character
	expect(foldCalendarLine(line)).toBe(line)
	expect(foldCalendarLine(`x${line}`)).toBe(`x${'x'.repeat(75 - octets)}\r\n ${character}`)
	// The length includes a continuation line's leading space.
	expect(foldCalendarLine(`${'x'.repeat(75)}${'y'.repeat(74 - octets)}${character}`)).toBe(
		`${'x'.repeat(75)}\r\n ${'y'.repeat(74 - octets)}${character}`,
	)
	expect(foldCalendarLine(`${'x'.repeat(75)}${'y'.repeat(75 - octets)}${character}`).split('\r\n')).toHaveLength(3)
})
