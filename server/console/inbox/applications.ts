import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
} from '#server/console/shell/lists.ts'
import { action, guardedAction } from '#server/console/shell/route.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readFileUse } from '#server/services/people/quotas/require-upload-quota.ts'
import { JOB_APPLICATION_STATES, setJobApplicationState } from '#server/services/people/support/receive-application.ts'
import { toTicketReference } from '#server/services/people/support/support-mails.ts'

export const nameJobPosition = ({ careers }: Content, id: string | null) =>
	id === null ? 'General' : (careers.positions.items.find((position) => position.id === id)?.title ?? `${id} (closed)`)

const SORTS: SortColumns = { created: { by: sql`form.created_at`, kind: 'time' } }

export const readApplicationsRequest = (params: URLSearchParams): ListRequest => readListRequest(params, SORTS, '-created')

export const listApplications = (db: Db, listRequest: ListRequest) =>
	applySort(
		db
			.selectFrom('job_applications as form')
			.leftJoin('job_application_files as file', 'file.application_id', 'form.id')
			.select(['id', 'position', 'name', 'email', 'status', 'created_at', 'size_bytes']),
		listRequest,
		sql`form.id`,
	)

export async function readApplications(request: ConsoleRequest) {
	const { ctx } = request
	const listRequest = readApplicationsRequest(request.url.searchParams)
	const view = await readListView(request, 'applications')
	const list = (part: ListRequest) => listApplications(ctx.db, part)
	const { rows, next, total } = await readSortedPage(ctx.db, list, { ...listRequest, limit: view.pageRows + 1 })
	const { stored } = await readFileUse(ctx, ctx.db)
	return {
		view,
		applications: rows.map(({ position, ...application }) => ({ ...application, position: nameJobPosition(ctx.content, position) })),
		sort: listRequest.sort.name,
		next,
		total,
		space: { used: stored, most: ctx.config.fileStorageBytes },
	}
}

/** @throws ServiceError application_not_found (404) */
export async function requireApplication({ params: { application: id = '' }, ctx: { db } }: ConsoleRequest) {
	const found = isUuid(id)
		? await db
				.selectFrom('job_applications as form')
				.leftJoin('job_application_files as file', 'file.application_id', 'form.id')
				.select(['id', 'position', 'name', 'email', 'message', 'status', 'created_at', 'file_name', 'size_bytes', 'has_active_content'])
				.where('id', '=', id)
				.executeTakeFirst()
		: undefined
	if (!found) throw new ServiceError('not-found', 'application_not_found', 'We can’t find that application. It may have been deleted.')
	return found
}

export async function readApplication(request: ConsoleRequest) {
	const { position, ...application } = await requireApplication(request)
	return {
		application: { ...application, position: nameJobPosition(request.ctx.content, position), reference: toTicketReference(application.id) },
		otherStates: JOB_APPLICATION_STATES.filter((state) => state !== application.status),
	}
}

const FILE_FIELD = 'file-'

/**
 * Sends the PDF as a download, so the browser never shows it on our origin.
 * @throws ServiceError file_not_found (404)
 */
export async function sendApplicationFile(request: ConsoleActionRequest) {
	const { id } = await requireApplication(request)
	const file = await request.ctx.db
		.selectFrom('job_application_files')
		.select('content')
		.where('application_id', '=', id)
		.executeTakeFirst()
	if (!file) throw new ServiceError('not-found', 'file_not_found', 'No file came with this application.')
	return sendFile(request.c, { name: `application-${toTicketReference(id)}.pdf`, content: file.content })
}

async function settle(request: ConsoleActionRequest) {
	const { id, status } = await requireApplication(request)
	const state = JOB_APPLICATION_STATES.find((each) => each === request.params.state)
	const isChanged = state !== undefined && (await setJobApplicationState(request.ctx, id, state))
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
