import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import type { FileKind } from '#server/services/people/imports/file-kinds.ts'

import { meaningOf, readRows, requireImport } from './read-imports.ts'

const BATCH = 5000

export async function sendReport(request: ConsoleActionRequest, what: FileKind) {
	const { c, ctx } = request
	const { id } = await requireImport(request, what)
	const encoder = new TextEncoder()
	let after = 0
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(['line', 'address', 'result', 'note']))),
			async pull(controller) {
				const rows = await readRows(ctx.db, id, { after, limit: BATCH })
				const lines = rows.map((row) => csvLine([row.line, row.typed, meaningOf(what, row.verdict), row.note ?? '']))
				if (rows.length > 0) controller.enqueue(encoder.encode(lines.join('')))
				after = rows.at(-1)?.line ?? after
				if (rows.length < BATCH) controller.close()
			},
		},
		{ highWaterMark: 1 },
	)
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', 'attachment; filename="report.csv"')
	return c.body(body)
}
