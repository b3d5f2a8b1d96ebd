import { readQuery } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, page, reactPage, upload } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
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

async function checkFile(work: Work) {
	const { c, ctx, by } = work
	const { file } = await c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) throw refuse('file_missing', 'file', 'Choose a file that is not empty.')
	const bytes = new Uint8Array(await file.arrayBuffer())
	const id = await checkImport(ctx, { fileName: file.name, bytes, userId: by.userId }).catch((error: unknown) => {
		throw error instanceof ServiceError ? refuse(error.code, 'file', `${error.message} Nothing was kept of it.`) : error
	})
	await recordAction(work, ctx.db, { action: 'import_checked', object: { kind: 'subscription', id } })
	return c.redirect(`${places.imports}/${id}`, 303)
}

async function changeColumns(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = work
	const { id } = await requireImport(work)
	const reading = readColumnsForm(fields)
	await readAgain(ctx, { id, reading })
	await recordAction(work, ctx.db, { action: 'import_columns_chosen', object: { kind: 'subscription', id }, after: reading })
	return c.redirect(`${places.imports}/${id}?said=import-columns`, 303)
}

async function apply(work: Work, { reason = '', signs = '' }: Readonly<Record<string, string>>) {
	const { c, ctx } = work
	const { id } = await requireImport(work)
	const why = readQuery(reason)
	if (why === '') throw refuse('reason_missing', 'reason', 'Please answer this: it is kept in the activity log.')
	const applied = await applyImport(ctx, { id, signsProofs: signs === 'yes' })
	await recordAction(work, ctx.db, {
		action: 'import_applied',
		object: { kind: 'subscription', id },
		reason: why,
		after: { ...applied, signed: signs === 'yes' },
	})
	return c.redirect(`${places.imports}/${id}?said=import-applied`, 303)
}

async function drop(work: Work) {
	const { c, ctx } = work
	const { id } = await requireImport(work)
	const deleted = await ctx.db
		.deleteFrom('subscriber_imports')
		.where('id', '=', id)
		.where('applied_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (!deleted) throw new ServiceError('conflict', 'import_gone', 'This file was imported. It is deleted a week after it was uploaded.')
	await recordAction(work, ctx.db, { action: 'import_deleted', object: { kind: 'subscription', id } })
	return c.redirect(`${places.imports}?said=import-dropped`, 303)
}

/** Subscribers from a file: checked row by row, then imported together (app/admin/routes/subscriber-imports). */
export const importRoutes = [
	reactPage(places.imports, 'operator'),
	upload(places.imports, FILE_BYTES, checkFile),
	reactPage(`${places.imports}/:import`, 'operator'),
	action(`${places.imports}/:import/columns`, 'operator', changeColumns),
	page(`${places.imports}/:import/skipped.csv`, 'operator', sendRefused),
	page(`${places.imports}/:import/report.csv`, 'operator', sendReport),
	guardedAction(`${places.imports}/:import/apply`, apply),
	action(`${places.imports}/:import/delete`, 'operator', drop),
]
