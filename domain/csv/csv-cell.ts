/**
 * Matches the start of a cell that a spreadsheet may run as a formula, including full-width signs and characters it ignores (OWASP, CSV
 * Injection).
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** Formats one cell (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Byte order mark, which makes spreadsheets read the file as UTF-8. */
export const CSV_START = '\uFEFF'

/** Formats one line. Numbers get no apostrophe, because a negative number isn't a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
	`${cells.map((cell) => (typeof cell === 'number' ? cell : csvCell(cell))).join(',')}\r\n`
