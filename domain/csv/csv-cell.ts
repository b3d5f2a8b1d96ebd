/**
 * A spreadsheet may treat such a cell as a formula, even after characters it ignores and in full-width form (OWASP, CSV
 * Injection).
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Byte order mark, with which spreadsheets read the file as UTF-8. */
export const CSV_START = '\uFEFF'

/** Numbers aren't escaped: the minus of a negative one is no formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
	`${cells.map((cell) => (typeof cell === 'number' ? cell : csvCell(cell))).join(',')}\r\n`
