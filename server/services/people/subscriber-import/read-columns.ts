/** What the columns of a file hold, by their number. */
export type Columns = { email: number; firstName: number; askedAt: number; place: number; words: number }

const NAMES: Readonly<Record<keyof Columns, RegExp>> = {
	email: /^(?:e-?mail|mail|address|e-?mail address)$/,
	firstName: /^(?:first ?name|name)$/,
	askedAt: /^(?:asked|when|date|consent date|subscribed|asked at)$/,
	place: /^(?:where|place|source|asked where)$/,
	words: /^(?:words|consent|text)$/,
}

/** By the names in its first row; null when none of them is the address. A column that is not there is -1. */
export function readColumns(head: readonly string[]): Columns | null {
	const names = head.map((name) => name.trim().toLowerCase().replaceAll('_', ' '))
	const columns = Object.fromEntries(
		Object.entries(NAMES).map(([column, shape]) => [column, names.findIndex((name) => shape.test(name))]),
	) as Columns
	return columns.email === -1 ? null : columns
}

/** The delimiter that the first line has more of. */
export function guessDelimiter(text: string): ',' | ';' {
	const [first = ''] = text.slice(0, 20_000).split(/\r?\n/, 1)
	return first.split(';').length > first.split(',').length ? ';' : ','
}

/** `2024-05-01`, or with a time and its zone; null for anything else: 01/05/2024 is two days. */
export function readWhen(text: string): Date | null {
	if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/.test(text)) return null
	const time = new Date(text.replace(' ', 'T'))
	return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 4) < '1990' ? null : time
}
