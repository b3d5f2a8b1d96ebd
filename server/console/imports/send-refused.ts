import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type FileKind, IMPORTED_VERDICTS } from '#server/services/people/imports/check-row.ts'
import { guessDelimiter, type Reading } from '#server/services/people/imports/read-columns.ts'

import { explainRow, requireImport } from './read-imports.ts'

const CHUNK_LENGTH = 64 * 1024

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
	const { ctx } = request
	const { id, columns } = await requireImport(request, what)
	const stored = await ctx.db.selectFrom('subscriber_imports').select('content').where('id', '=', id).executeTakeFirst()
	const csv = stored?.content ?? null
	if (csv === null)
		throw new ServiceError('not-found', 'import_content_gone', 'The content of this file was deleted. Upload it again to get its rows.')
	const reasons = await readReasons(request, { what, id })
	const hasHead = (columns as Reading | null)?.hasHead ?? true
	async function* write(csv: string) {
		let text = hasHead ? '' : CSV_START
		let isHead = hasHead
		for await (const { line, cells } of ctx.readCsv(csv, guessDelimiter(csv))) {
			if (isHead) text += CSV_START + csvLine([...cells, 'line', 'why it was skipped'])
			else if (reasons.has(line)) text += csvLine([...cells, line, reasons.get(line) ?? ''])
			isHead = false
			if (text.length < CHUNK_LENGTH) continue
			yield text
			text = ''
		}
		yield text
	}
	return sendFile(request.c, { name: 'skipped-rows.csv', content: write(csv) })
}
