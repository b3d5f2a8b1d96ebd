import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { type Asked, readAsked, sorted, type SortColumns, toSortedPage } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readFileUse } from '#server/services/people/quotas/require-upload-quota.ts'
import { APPLICATION_STATES } from '#server/services/people/support/receive-application.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'

export const namePosition = ({ careers }: Content, id: string | null) =>
	id === null ? 'General' : (careers.positions.items.find((position) => position.id === id)?.title ?? `${id} (closed)`)

const SORTS: SortColumns = { created: { by: sql`form.created_at`, kind: 'time' } }

export const readAskedApplications = (params: URLSearchParams): Asked => readAsked(params, SORTS, '-created')

export const listApplications = (db: Db, asked: Asked) =>
	sorted(
		db
			.selectFrom('job_applications as form')
			.leftJoin('job_application_files as file', 'file.application_id', 'form.id')
			.select(['id', 'position', 'name', 'email', 'status', 'created_at', 'size_bytes']),
		asked,
		sql`form.id`,
	)

export async function readApplications(request: ConsoleRequest) {
	const { ctx } = request
	const asked = readAskedApplications(request.url.searchParams)
	const view = await readListView(request, 'applications')
	const found = await listApplications(ctx.db, { ...asked, limit: view.pageRows + 1 }).execute()
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	const { stored } = await readFileUse(ctx, ctx.db)
	return {
		view,
		applications: rows.map(({ position, ...application }) => ({ ...application, position: namePosition(ctx.content, position) })),
		sort: asked.sort.name,
		next,
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
		application: { ...application, position: namePosition(request.ctx.content, position), reference: toReference(application.id) },
		otherStates: APPLICATION_STATES.filter((state) => state !== application.status),
	}
}
