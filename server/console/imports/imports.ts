import { consolePaths } from '#contracts/console-paths.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { readComplimentaryItems } from '#server/console/learners/add-learner.ts'
import { type ConsoleActionRequest, recordAction, requireReason, type Fields } from '#server/console/shell/console-request.ts'
import { action, guardedAction, fileRoute, uploadRoute } from '#server/console/shell/route.ts'
import type { Db } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { insertLearnerRows } from '#server/services/operations/bulk/add-learners.ts'
import { applyImport } from '#server/services/people/imports/apply-import.ts'
import { checkImport, recheckImport } from '#server/services/people/imports/check-import.ts'
import { type FileKind, IMPORTED_VERDICTS } from '#server/services/people/imports/check-row.ts'
import { guessDelimiter, type FileLayout } from '#server/services/people/imports/read-columns.ts'

import { readColumnsForm } from './import-columns.ts'
import { requireImport, explainVerdict, readImportRows, explainImportRow } from './read-imports.ts'

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
	return new Map(rows.map((row) => [row.line, explainImportRow({ what, isImported: false }, row)]))
}

/**
 * Sends the skipped rows with all columns and the reasons, to be fixed and uploaded again.
 * @throws ServiceError import_content_gone (404)
 */
async function sendSkippedRows(request: ConsoleActionRequest, what: FileKind) {
	const { ctx } = request
	const { id, columns } = await requireImport(request, what)
	const stored = await ctx.db.selectFrom('subscriber_imports').select('content').where('id', '=', id).executeTakeFirst()
	const csv = stored?.content ?? null
	if (csv === null)
		throw new ServiceError('not-found', 'import_content_gone', 'The content of this file was deleted. Upload it again to get its rows.')
	const reasons = await readReasons(request, { what, id })
	const hasHead = (columns as FileLayout | null)?.hasHead ?? true
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

const BATCH = 5000

async function* writeReport(db: Db, id: string, of: Parameters<typeof explainVerdict>[0]): AsyncGenerator<string> {
	yield CSV_START + csvLine(['line', 'address', 'result', 'note'])
	for (let after: number | undefined = 0; after !== undefined;) {
		const rows = await readImportRows(db, id, { after, limit: BATCH })
		yield rows.map((row) => csvLine([row.line, row.typed, explainVerdict(of, row.verdict), row.note ?? ''])).join('')
		after = rows.length === BATCH ? rows.at(-1)?.line : undefined
	}
}

async function sendReport(request: ConsoleActionRequest, what: FileKind) {
	const { id, applied_at: appliedAt } = await requireImport(request, what)
	const content = writeReport(request.ctx.db, id, { what, isImported: appliedAt !== null })
	return sendFile(request.c, { name: 'report.csv', content })
}

const FILE_BYTES = 16 * 1024 * 1024

const refuse = (code: string, field: string, message: string) =>
	new ServiceError('unprocessable', code, message, { fields: { [field]: message } })

const KINDS = {
	subscribers: { root: consolePaths.imports, logged: 'import', object: 'subscription' },
	learners: { root: consolePaths.learnerImports, logged: 'learner_import', object: 'list' },
} as const

async function checkFile(request: ConsoleActionRequest, what: FileKind) {
	const { c, ctx, by } = request
	const { file } = await c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) throw refuse('file_missing', 'file', 'Choose a file that isn’t empty.')
	const bytes = new Uint8Array(await file.arrayBuffer())
	const id = await checkImport(ctx, { what, fileName: file.name, bytes, userId: by.userId }).catch((error: unknown) => {
		throw error instanceof ServiceError ? refuse(error.code, 'file', `${error.message} Nothing was saved.`) : error
	})
	const { root, logged, object: kind } = KINDS[what]
	await recordAction(request, ctx.db, { action: `${logged}_checked`, object: { kind, id } })
	return c.redirect(`${root}/${id}`, 303)
}

async function changeColumns(request: ConsoleActionRequest, what: FileKind, fields: Fields) {
	const { c, ctx } = request
	const { root, logged, object: kind } = KINDS[what]
	const { id } = await requireImport(request, what)
	const reading = readColumnsForm(fields)
	await recheckImport(ctx, { id, reading })
	await recordAction(request, ctx.db, { action: `${logged}_columns_chosen`, object: { kind, id }, after: reading })
	return c.redirect(`${root}/${id}?notice=import-columns`, 303)
}

async function apply(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const { signs = '' } = fields
	const { id } = await requireImport(request)
	const reason = requireReason(fields)
	const applied = await applyImport(ctx, { id, signsProofs: signs === 'yes' })
	await recordAction(request, ctx.db, {
		action: 'import_applied',
		object: { kind: 'subscription', id },
		reason,
		after: { ...applied, signed: signs === 'yes' },
	})
	return c.redirect(`${consolePaths.imports}/${id}?notice=import-applied`, 303)
}

/** Prepares the job that adds the learners of a file. Nothing happens before it is started on its own page. */
async function previewLearners(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx, by } = request
	const { id } = await requireImport(request, 'learners')
	const options = { import: id, gifts: readComplimentaryItems(request, fields), mails: fields.mails !== undefined }
	const job = { action: 'add-learners', user_id: by.userId, role: by.role, created_at: ctx.now(), options: JSON.stringify(options) }
	const { id: jobId } = await ctx.db.insertInto('bulk_jobs').values(job).returning('id').executeTakeFirstOrThrow()
	const rows = await insertLearnerRows(ctx, { job: jobId, options })
	if (rows === 0) throw refuse('import_empty', 'gifts', 'No rows can be imported.')
	await recordAction(request, ctx.db, {
		action: 'bulk_prepared',
		object: { kind: 'bulk-job', id: jobId },
		after: { action: job.action, rows },
	})
	return c.redirect(`${consolePaths.bulkJobs}/${jobId}`, 303)
}

async function drop(request: ConsoleActionRequest, what: FileKind) {
	const { c, ctx } = request
	const { root, logged, object: kind } = KINDS[what]
	const { id } = await requireImport(request, what)
	const deleted = await ctx.db
		.deleteFrom('subscriber_imports')
		.where('id', '=', id)
		.where('applied_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (!deleted) throw new ServiceError('conflict', 'import_gone', 'This file was already imported. It’s deleted a week after its upload.')
	await recordAction(request, ctx.db, { action: `${logged}_deleted`, object: { kind, id } })
	return c.redirect(`${root}?notice=import-dropped`, 303)
}

const routesOf = (what: FileKind) => {
	const { root } = KINDS[what]
	return [
		uploadRoute(root, FILE_BYTES, (request) => checkFile(request, what)),
		action(`${root}/:import/columns`, 'operator', (request, fields) => changeColumns(request, what, fields)),
		fileRoute(`${root}/:import/skipped.csv`, 'operator', (request) => sendSkippedRows(request, what)),
		fileRoute(`${root}/:import/report.csv`, 'operator', (request) => sendReport(request, what)),
		action(`${root}/:import/delete`, 'operator', (request) => drop(request, what)),
	]
}

/** Routes of imports (app/admin/routes/imports). Subscribers are imported together, learners by a bulk job. */
export const importRoutes = [
	...routesOf('subscribers'),
	guardedAction(`${consolePaths.imports}/:import/apply`, apply),
	...routesOf('learners'),
	action(`${consolePaths.learnerImports}/:import/preview`, 'operator', previewLearners),
]
