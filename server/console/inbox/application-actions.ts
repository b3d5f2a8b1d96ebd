import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { APPLICATION_STATES, settleApplication } from '#server/services/people/support/receive-application.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'

import { requireApplication } from './read-applications.ts'

const FILE_FIELD = 'file-'

/**
 * Sends the PDF as a download, so the browser never shows it on our origin.
 * @throws ServiceError file_not_found (404)
 */
export async function sendFile(request: ConsoleActionRequest) {
	const { id } = await requireApplication(request)
	const file = await request.ctx.db
		.selectFrom('job_application_files')
		.select('content')
		.where('application_id', '=', id)
		.executeTakeFirst()
	if (!file) throw new ServiceError('not-found', 'file_not_found', 'No file came with this application.')
	request.c.header('Content-Disposition', `attachment; filename="application-${toReference(id)}.pdf"`)
	return request.c.body(new Uint8Array(file.content), 200, { 'Content-Type': 'application/pdf' })
}

async function settle(request: ConsoleActionRequest) {
	const { id, status } = await requireApplication(request)
	const state = APPLICATION_STATES.find((each) => each === request.params.state)
	const isChanged = state !== undefined && (await settleApplication(request.ctx, id, state))
	const goTo = (notice: string) => request.c.redirect(`${consolePaths.applications}/${id}?notice=${notice}`, 303)
	if (!isChanged) return goTo('application-unchanged')
	const change = { before: { status }, after: { status: state } }
	const undo = await recordAction(request, request.ctx.db, {
		action: 'application_settled',
		object: { kind: 'application', id },
		...change,
	})
	return goTo(`application-settled&undo=${undo}`)
}

/** Deletes the selected files, each with its own activity log entry. */
async function deleteFiles(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const ids = Object.keys(fields).flatMap((name) => (name.startsWith(FILE_FIELD) ? [name.slice(FILE_FIELD.length)] : []))
	const deleted = await ctx.db
		.deleteFrom('job_application_files')
		.where(sql<boolean>`application_id = any(${ids.filter(isUuid)}::uuid[])`)
		.returning(['application_id', 'size_bytes'])
		.execute()
	for (const { application_id: id, size_bytes: bytes } of deleted)
		await recordAction(request, ctx.db, { action: 'application_file_deleted', object: { kind: 'application', id }, before: { bytes } })
	return c.redirect(`${consolePaths.applications}?notice=${deleted.length === 0 ? 'files-unchanged' : 'files-deleted'}`, 303)
}

export const applicationActions = [
	guardedAction(`${consolePaths.applications}/files`, deleteFiles),
	action(`${consolePaths.applications}/:application/:state`, 'operator', settle),
]
