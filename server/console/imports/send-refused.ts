import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type FileKind, IMPORTED_VERDICTS } from '#server/services/people/imports/check-row.ts'
import { guessDelimiter, type Reading } from '#server/services/people/imports/read-columns.ts'

import { explainRow, requireImport } from './read-imports.ts'

const BATCH = 1000

async function readReasons(
	{ ctx: { db } }: ConsoleActionRequest,
	{ what, id }: { what: FileKind; id: string },
): Promise<ReadonlyMap<number, string>> {
	const rows = await db
		.selectFrom('subscriber_import_rows')
		.select(['line', 'typed', 'verdict', 'note'])
		.where('import_id', '=', id)
		.where('verdict', 'not in', [...IMPORTED_VERDICTS[what]])
		.execute()
	return new Map(rows.map((row) => [row.line, explainRow(what, row)]))
}

/**
 * Sends the skipped rows with all columns and the reasons, to be fixed and uploaded again.
 * @throws ServiceError import_content_gone (404)
 */
export async function sendSkippedRows(request: ConsoleActionRequest, what: FileKind) {
	const { c, ctx } = request
	const { id, columns } = await requireImport(request, what)
	const stored = await ctx.db.selectFrom('subscriber_imports').select('content').where('id', '=', id).executeTakeFirst()
	const text = stored?.content ?? null
	if (text === null)
		throw new ServiceError('not-found', 'import_content_gone', 'The content of this file was deleted. Upload it again to get its rows.')
	const reasons = await readReasons(request, { what, id })
	const hasHead = (columns as Reading | null)?.hasHead ?? true
	const encoder = new TextEncoder()
	async function* lines() {
		let isHead = hasHead
		if (!hasHead) yield CSV_START
		for await (const { line, cells } of ctx.readCsv(text ?? '', guessDelimiter(text ?? ''))) {
			if (isHead) yield CSV_START + csvLine([...cells, 'line', 'why it was skipped'])
			else if (reasons.has(line)) yield csvLine([...cells, line, reasons.get(line) ?? ''])
			isHead = false
		}
	}
	const source = lines()
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				let piece = ''
				for (let count = 0; count < BATCH; count += 1) {
					const next = await source.next()
					if (next.done) {
						if (piece !== '') controller.enqueue(encoder.encode(piece))
						return controller.close()
					}
					piece += next.value
				}
				controller.enqueue(encoder.encode(piece))
			},
		},
		{ highWaterMark: 1 },
	)
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', 'attachment; filename="skipped-rows.csv"')
	return c.body(body)
}
