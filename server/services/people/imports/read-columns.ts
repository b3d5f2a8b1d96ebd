import { isEmailAddress } from '#domain/email/email-address.ts'

export const IMPORT_COLUMNS = ['email', 'firstName', 'lastName', 'askedAt', 'place', 'words', 'tags'] as const
export type ColumnKind = (typeof IMPORT_COLUMNS)[number]
/** Column indexes from 0; -1 if the file doesn't have the column. */
export type ColumnIndexes = Readonly<Record<ColumnKind, number>>

/** Date formats: 2024-05-31, 05/31/2024 or 31.05.2024. */
export const DATE_ORDERS = ['year-first', 'month-first', 'day-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export type FileLayout = { columns: ColumnIndexes; dates: DateOrder; /** True if the first row contains the headings. */ hasHead: boolean }

const NAMES: Readonly<Record<ColumnKind, RegExp>> = {
	email: /^(?:e-?mail|mail|address|e-?mail address|subscriber|subscriber e-?mail)$/,
	firstName: /^(?:first ?name|given ?name|name|full ?name|vorname|prénom|nombre)$/,
	lastName: /^(?:last ?name|surname|family ?name|nachname|nom|apellidos?)$/,
	askedAt:
		/^(?:asked|when|date|consent date|subscribed|asked at|subscribed at|opt-?in (?:time|date)|confirm time|created at|sign-?up date)$/,
	place: /^(?:where|place|source|asked where|sign-?up source|form|utm source)$/,
	words: /^(?:words|consent|consent text|text)$/,
	tags: /^(?:tags?|labels?)$/,
}

/** Normalizes a cell. Our own CSV export may have put a `'` in front, so that spreadsheets don't read the cell as a formula. */
export const normalizeTextCell = (cell: string): string => cell.trim().replace(/^'/, '')

export const normalizeEmailCell = (cell: string): string => normalizeTextCell(cell).toLowerCase()

const isAddress = (cell: string) => isEmailAddress(normalizeEmailCell(cell))

/** Returns the column with the most email addresses; -1 if there are none. */
function findAddresses(rows: readonly (readonly string[])[]): number {
	const counts: number[] = []
	for (const row of rows) for (const [column, cell] of row.entries()) if (isAddress(cell)) counts[column] = (counts[column] ?? 0) + 1
	return counts.reduce((best, count, column) => (count > (counts[best] ?? 0) ? column : best), -1)
}

/** Guesses the date format: a number above 12 can't be a month. */
function guessOrder(cells: readonly string[]): DateOrder {
	for (const cell of cells) {
		const [, first = '', second = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/.exec(cell.trim()) ?? []
		if (Number(first) > 12) return 'day-first'
		if (Number(second) > 12) return 'month-first'
	}
	return 'year-first'
}

export const normalizeNames = (head: readonly string[]): string[] => head.map((name) => name.trim().toLowerCase().replaceAll('_', ' '))

/**
 * Guesses the columns by their headings, otherwise by their contents.
 * @param rows first rows of the file
 * @returns null if no column has addresses, by its heading or its contents
 */
export function guessReading(rows: readonly (readonly string[])[]): FileLayout | null {
	const [head = [], ...body] = rows
	const hasHead = !head.some(isAddress)
	const names = hasHead ? normalizeNames(head) : []
	const columns = Object.fromEntries(IMPORT_COLUMNS.map((kind) => [kind, names.findIndex((name) => NAMES[kind].test(name))])) as Record<
		ColumnKind,
		number
	>
	if (columns.email === -1) columns.email = findAddresses(hasHead ? body : rows)
	if (columns.email === -1) return null
	return { columns, dates: guessOrder(body.map((row) => row[columns.askedAt] ?? '')), hasHead }
}

/** Guesses the delimiter by its frequency in the first line. */
export function guessDelimiter(text: string): ',' | ';' {
	const [first = ''] = text.slice(0, 20_000).split(/\r?\n/, 1)
	return first.split(';').length > first.split(',').length ? ';' : ','
}

const YEAR_FIRST = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const YEAR_LAST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[T ]+(\d{1,2}:\d{2})(?::\d{2})?)?$/

/** Converts a date to the year-first format. Drops the time of day, which has no time zone. */
function toYearFirst(text: string, order: DateOrder): string {
	const [, first = '', second = '', year = ''] = YEAR_LAST.exec(text) ?? []
	if (year === '' || order === 'year-first') return text
	const [day, month] = order === 'day-first' ? [first, second] : [second, first]
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Parses a date: `2024-05-31`, optionally with a time, or the file's format. Null for anything else, and for years before 1990. */
export function parseDate(typed: string, order: DateOrder = 'year-first'): Date | null {
	const text = toYearFirst(typed, order)
	const [, day = '', zone] = YEAR_FIRST.exec(text) ?? []
	if (day === '') return null
	// Without a time zone, the time of day is ignored.
	const time = new Date(zone === undefined ? day : text.replace(' ', 'T'))
	if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 4) < '1990') return null
	// Reject dates that don't exist, such as February 31.
	return zone !== undefined || time.toISOString().startsWith(day) ? time : null
}
