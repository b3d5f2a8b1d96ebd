import type { Content } from '#content/load-content.server.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readFileUse } from '#server/services/people/letter-room/require-file-room.ts'
import { APPLICATION_STATES } from '#server/services/people/support/settle-application.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'

import { isAfter } from './is-after.ts'

const namePosition = ({ careers }: Content, id: string | null) =>
	id === null ? 'General' : (careers.positions.items.find((position) => position.id === id)?.title ?? `${id} (closed)`)

/** Job applications, and the space their files take. */
export async function readApplications({ ctx, url: { searchParams } }: ConsoleRequest) {
	const found = await ctx.db
		.selectFrom('job_applications as form')
		.leftJoin('job_application_files as file', 'file.application_id', 'form.id')
		.select(['id', 'position', 'name', 'email', 'status', 'created_at', 'size_bytes'])
		.where(isAfter('job_applications', searchParams.get('before')))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, ({ id }) => id)
	const { stored } = await readFileUse(ctx, ctx.db)
	return {
		applications: rows.map(({ position, ...application }) => ({ ...application, position: namePosition(ctx.content, position) })),
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
	if (!found) throw new ServiceError('not-found', 'application_not_found', 'There is no such application. It may have been deleted.')
	return found
}

export async function readApplication(work: ConsoleRequest) {
	const { position, ...application } = await requireApplication(work)
	return {
		application: { ...application, position: namePosition(work.ctx.content, position), reference: toReference(application.id) },
		otherStates: APPLICATION_STATES.filter((state) => state !== application.status),
	}
}
