/**
 * Start of a cell that a spreadsheet may take for a formula, also after characters it drops and in full-width forms; OWASP, CSV Injection.
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it. */
export function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_START = '\uFEFF'

/** One line with its end. Our own figures may be negative: a minus before them is not a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
	`${cells.map((cell) => (typeof cell === 'number' ? cell : csvCell(cell))).join(',')}\r\n`
