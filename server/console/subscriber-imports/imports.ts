import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, fileRoute, reactPage, upload } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { applyImport } from '#server/services/people/subscriber-import/apply-import.ts'
import { checkImport, readAgain } from '#server/services/people/subscriber-import/check-import.ts'

import { readColumnsForm } from './import-columns.ts'
import { requireImport } from './read-imports.ts'
import { sendRefused } from './send-refused.ts'
import { sendReport } from './send-report.ts'

const FILE_BYTES = 16 * 1024 * 1024

const refuse = (code: string, field: string, message: string) =>
	new ServiceError('unprocessable', code, message, { fields: { [field]: message } })

async function checkFile(request: ConsoleActionRequest) {
	const { c, ctx, by } = request
	const { file } = await c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) throw refuse('file_missing', 'file', 'Choose a file that is not empty.')
	const bytes = new Uint8Array(await file.arrayBuffer())
	const id = await checkImport(ctx, { fileName: file.name, bytes, userId: by.userId }).catch((error: unknown) => {
		throw error instanceof ServiceError ? refuse(error.code, 'file', `${error.message} Nothing was kept of it.`) : error
	})
	await recordAction(request, ctx.db, { action: 'import_checked', object: { kind: 'subscription', id } })
	return c.redirect(`${consolePaths.imports}/${id}`, 303)
}

async function changeColumns(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const { id } = await requireImport(request)
	const reading = readColumnsForm(fields)
	await readAgain(ctx, { id, reading })
	await recordAction(request, ctx.db, { action: 'import_columns_chosen', object: { kind: 'subscription', id }, after: reading })
	return c.redirect(`${consolePaths.imports}/${id}?notice=import-columns`, 303)
}

async function apply(request: ConsoleActionRequest, { reason = '', signs = '' }: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const { id } = await requireImport(request)
	const why = readQuery(reason)
	if (why === '') throw refuse('reason_missing', 'reason', 'Please answer this: it is kept in the activity log.')
	const applied = await applyImport(ctx, { id, signsProofs: signs === 'yes' })
	await recordAction(request, ctx.db, {
		action: 'import_applied',
		object: { kind: 'subscription', id },
		reason: why,
		after: { ...applied, signed: signs === 'yes' },
	})
	return c.redirect(`${consolePaths.imports}/${id}?notice=import-applied`, 303)
}

async function drop(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { id } = await requireImport(request)
	const deleted = await ctx.db
		.deleteFrom('subscriber_imports')
		.where('id', '=', id)
		.where('applied_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (!deleted) throw new ServiceError('conflict', 'import_gone', 'This file was imported. It is deleted a week after it was uploaded.')
	await recordAction(request, ctx.db, { action: 'import_deleted', object: { kind: 'subscription', id } })
	return c.redirect(`${consolePaths.imports}?notice=import-dropped`, 303)
}

/** Import of subscribers from a file: checked row by row, then imported together (app/admin/routes/subscriber-imports). */
export const importRoutes = [
	reactPage(consolePaths.imports, 'operator'),
	upload(consolePaths.imports, FILE_BYTES, checkFile),
	reactPage(`${consolePaths.imports}/:import`, 'operator'),
	action(`${consolePaths.imports}/:import/columns`, 'operator', changeColumns),
	fileRoute(`${consolePaths.imports}/:import/skipped.csv`, 'operator', sendRefused),
	fileRoute(`${consolePaths.imports}/:import/report.csv`, 'operator', sendReport),
	guardedAction(`${consolePaths.imports}/:import/apply`, apply),
	action(`${consolePaths.imports}/:import/delete`, 'operator', drop),
]
