/** What a spreadsheet may take for a formula; OWASP, CSV Injection. */
const FORMULA_START = /^[=+\-@\t\r]/

/** One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it. */
export function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
