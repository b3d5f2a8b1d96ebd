import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { HttpContext } from '#server/http/environment.ts'

export function sendCsv(c: HttpContext, name: string, lines: readonly (readonly (string | number)[])[]): Response {
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="${name}"`)
	return c.body(CSV_START + lines.map(csvLine).join(''))
}
