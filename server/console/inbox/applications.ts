import { html } from 'hono/html'
import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readFileUse } from '#server/services/people/letter-room/require-file-room.ts'
import { APPLICATION_STATES, settleApplication } from '#server/services/people/support/settle-application.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'

import { tabs } from './tabs.ts'

const PAGE_SIZE = 50

const describePosition = (content: Content, id: string | null) =>
	id === null ? 'general' : (content.careers.positions.items.find((position) => position.id === id)?.title ?? `${id} (no longer open)`)

const toneOf = (status: string) => (status === 'new' ? 'warn' : 'calm')

const FILE_FIELD = 'file-'
const inMegabytes = (bytes: number) => (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })

const chooseFile = ({ id, name, size_bytes: bytes }: { id: string; name: string; size_bytes: number | null }) =>
	bytes === null
		? '–'
		: html`<label class="tick"
				><input type="checkbox" name="${FILE_FIELD}${id}" aria-label="File of ${name}" />
				${bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${inMegabytes(bytes)} MB`}</label
			>`

async function describeSpace({ ctx }: Work): Promise<Html> {
	const { stored } = await readFileUse(ctx, ctx.db)
	return html`<p>Files take ${inMegabytes(stored)} of ${inMegabytes(ctx.config.fileStorageBytes)} MB.</p>`
}

export async function showApplications(work: Work) {
	const cursor = work.c.req.query('before') ?? ''
	const rows = await work.ctx.db
		.selectFrom('job_applications as form')
		.leftJoin('job_application_files as file', 'file.application_id', 'form.id')
		.select(['id', 'position', 'name', 'email', 'status', 'created_at', 'size_bytes'])
		.$if(isUuid(cursor), (query) =>
			query.where(
				sql<boolean>`(form.created_at, form.id) < ((select created_at from job_applications where id = ${cursor}), ${cursor}::uuid)`,
			),
		)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const list = table({
		caption: 'Applications',
		head: ['Name', 'Address', 'For', 'State', 'When', 'File'],
		rows: rows.map((row) => [
			html`<a href="${places.applications}/${row.id}">${row.name}</a>`,
			row.email,
			describePosition(work.ctx.content, row.position),
			badge(row.status, toneOf(row.status)),
			when(row.created_at),
			chooseFile(row),
		]),
		empty: 'Nobody has applied yet.',
	})
	const content = html`${tabs(work)} ${await describeSpace(work)}
	${
		rows.some(({ size_bytes: bytes }) => bytes !== null)
			? form(work, {
					action: `${places.applications}/files`,
					label: 'Delete the selected files',
					content: list,
					isGuarded: true,
					tone: 'danger',
					note: 'The applications stay; a deleted file cannot be restored.',
				})
			: list
	}
	${older(last ? `${places.applications}?before=${last.id}` : null)}`
	return showPage(work, { title: 'Applications', content })
}

async function readApplication({ c, ctx: { db } }: Work) {
	const id = c.req.param('application') ?? ''
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

export async function showApplication(work: Work) {
	const application = await readApplication(work)
	const place = `${places.applications}/${application.id}`
	const warning = application.has_active_content ? badge('holds a script or a file: open it with care', 'bad') : ''
	const file =
		application.file_name === null
			? 'none'
			: html`<a href="${place}/file">${application.file_name}</a> (${Math.ceil((application.size_bytes ?? 0) / 1024)} kB) ${warning}`
	const content = html`<p><a href="${places.applications}">Applications</a></p>
		${facts([
			['State', badge(application.status, toneOf(application.status))],
			['For', describePosition(work.ctx.content, application.position)],
			['Address', application.email],
			['Reference', toReference(application.id)],
			['Arrived', when(application.created_at)],
			['File', file],
		])}
		<div class="letter">${application.message}</div>
		<h2>How far it is</h2>
		<p>Answer from your own mail program; ten business days are promised.</p>
		${APPLICATION_STATES.filter((state) => state !== application.status).map((state) =>
			form(work, { action: `${place}/${state}`, label: `Mark as ${state}`, tone: 'quiet' }),
		)}`
	return showPage(work, { title: application.name, content })
}

/** The PDF, always to be saved and never shown by the browser in our own place. */
export async function sendFile(work: Work) {
	const { id } = await readApplication(work)
	const file = await work.ctx.db.selectFrom('job_application_files').select('content').where('application_id', '=', id).executeTakeFirst()
	if (!file) throw new ServiceError('not-found', 'file_not_found', 'No file came with this application.')
	work.c.header('Content-Disposition', `attachment; filename="application-${toReference(id)}.pdf"`)
	return work.c.body(new Uint8Array(file.content), 200, { 'Content-Type': 'application/pdf' })
}

async function settle(work: Work) {
	const { id, status } = await readApplication(work)
	const state = APPLICATION_STATES.find((each) => each === work.c.req.param('state'))
	if (state !== undefined && (await settleApplication(work.ctx, id, state)))
		await recordAction(work, work.ctx.db, {
			action: 'application_settled',
			object: { kind: 'application', id },
			before: { status },
			after: { status: state },
		})
	return work.c.redirect(`${places.applications}/${id}?said=application-settled`, 303)
}

/** Deletes the files that were ticked, each with its own entry in the activity log. */
async function deleteFiles(work: Work, fields: Readonly<Record<string, string>>) {
	const ids = Object.keys(fields).flatMap((name) => (name.startsWith(FILE_FIELD) ? [name.slice(FILE_FIELD.length)] : []))
	const { c, ctx } = work
	const deleted = await ctx.db
		.deleteFrom('job_application_files')
		.where(sql<boolean>`application_id = any(${ids.filter(isUuid)}::uuid[])`)
		.returning(['application_id', 'size_bytes'])
		.execute()
	for (const { application_id: id, size_bytes: bytes } of deleted)
		await recordAction(work, ctx.db, { action: 'application_file_deleted', object: { kind: 'application', id }, before: { bytes } })
	return c.redirect(`${places.applications}?said=${deleted.length === 0 ? 'files-unchanged' : 'files-deleted'}`, 303)
}

export const applicationActions = [
	guardedAction(`${places.applications}/files`, deleteFiles),
	action(`${places.applications}/:application/:state`, 'operator', settle),
]
