import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { sendFile } from '#server/http/send-file.ts'

export const sendCsv = (c: HttpContext, name: string, lines: readonly (readonly (string | number)[])[]): Response =>
	sendFile(c, { name, content: CSV_START + lines.map(csvLine).join('') })
