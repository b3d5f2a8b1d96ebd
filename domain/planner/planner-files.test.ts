import { expect, test } from 'vitest'

import { csvCell } from '#domain/csv/csv-cell.ts'

import { calendarText, foldLine, plannerCalendar } from './planner-calendar.ts'
import { plannerCsv } from './planner-csv.ts'
import { blankRow, emptyWeek, type PlannerRow, type PlannerWeek } from './planner-week.ts'

const columns = { ideaName: 'Idea Name', whatImDoing: 'Doing', timeNeeded: 'Time', platform: 'Tool', weeklyGoal: 'Goal' }
const week = (...rows: Partial<PlannerRow>[]): PlannerWeek => ({
	...emptyWeek('2026-11-16', 'x'),
	rows: rows.map((row, index) => ({ ...blankRow(`row-${index}`, index), ...row })),
})

/** Reads RFC 4180 as a spreadsheet does. */
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
])('the cell %j reads back as %j', (text, expected) => {
	expect(parseCsv(`${csvCell(text)},next\r\n`)).toEqual([[expected, 'next']])
})

test('the CSV has a head, one line for each visible row, and CRLF after each', () => {
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
	'%s folds into lines of 75 octets',
	(line) => {
		const pieces = foldLine(line).split('\r\n')
		for (const piece of pieces) expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(75)
		expect(pieces.length).toBeGreaterThan(1)
		expect(pieces.map((piece, index) => (index === 0 ? piece : piece.replace(/^ /, ''))).join('')).toBe(line)
	},
)

test.each([
	['a;b,c\\d', String.raw`a\;b\,c\\d`],
	['two\r\nlines\nmore', String.raw`two\nlines\nmore`],
	['bell\u0007', 'bell '],
	['END:VEVENT\r\nBEGIN:VALARM', String.raw`END:VEVENT\nBEGIN:VALARM`],
])('the text %j stands in a calendar as %j', (text, expected) => {
	expect(calendarText(text)).toBe(expected)
})

test('rows go to the days from Monday on, and after Sunday from Monday again', () => {
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
