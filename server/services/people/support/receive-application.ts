import { createHash } from 'node:crypto'
import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import type { ApplicationRequestSchema } from '#contracts/support.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import { checkPdf } from '#domain/support/check-pdf.ts'
import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chargeFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { alertIfStorageFull, requireUploadQuota } from '#server/services/people/quotas/require-upload-quota.ts'

import { queueAcknowledgment, applicationNoticeMail, applicationReceivedMail } from './support-mails.ts'

export const JOB_APPLICATION_STATES = ['new', 'answered', 'closed'] as const
type ApplicationState = (typeof JOB_APPLICATION_STATES)[number]

/** @returns true if that changed anything */
export async function setJobApplicationState({ db }: ServiceContext, id: string, state: ApplicationState): Promise<boolean> {
	if (!isUuid(id)) return false
	const changed = await db
		.updateTable('job_applications')
		.set({ status: state })
		.where('id', '=', id)
		.where('status', '<>', state)
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

export type CvFile = { name: string; bytes: Uint8Array }
type Application = z.output<typeof ApplicationRequestSchema> & { cv: CvFile | null }

const FILE_MESSAGES = {
	empty: 'The file is empty. Please choose another one.',
	'too-large': 'The file is larger than 5 MB. Please choose a smaller one.',
	'not-a-pdf': 'The file isn’t a PDF. Please choose a PDF file.',
} as const

/** Creates the error for a file that is too large, by its declared size or its actual bytes. */
export const fileTooLarge = () =>
	new ServiceError('too-large', 'file_too_large', FILE_MESSAGES['too-large'], { fields: { cv: FILE_MESSAGES['too-large'] } })

/** @throws ServiceError file_too_large (413), file_refused (400) */
function requirePdf(cv: CvFile): { hasActiveContent: boolean } {
	const check = checkPdf(cv.bytes)
	if (check.ok) return check
	if (check.reason === 'too-large') throw fileTooLarge()
	const message = FILE_MESSAGES[check.reason]
	throw new ServiceError('invalid', 'file_refused', message, { fields: { cv: message } })
}

function toFileName(raw: string): string {
	const last = raw.split(/[/\\]/).at(-1) ?? ''
	return [...last.replace(/\p{C}/gu, '').trim()].slice(0, 255).join('') || 'cv.pdf'
}

async function storeFile(tx: Tx, applicationId: string, cv: CvFile & { hasActiveContent: boolean }): Promise<void> {
	const content = Buffer.from(cv.bytes)
	await tx
		.insertInto('job_application_files')
		.values({
			application_id: applicationId,
			file_name: toFileName(cv.name),
			size_bytes: content.length,
			sha256: createHash('sha256').update(content).digest(),
			has_active_content: cv.hasActiveContent,
			content,
		})
		.execute()
}

/**
 * @returns null for a general application
 * @throws ServiceError unknown_position (400)
 */
function requirePosition(content: Content, id: string): { title: string } | null {
	if (id === '') return null
	const found = content.careers.positions.items.find((position) => position.id === id)
	if (found) return found
	const message = 'This position is no longer open. Please choose another one.'
	throw new ServiceError('invalid', 'unknown_position', message, { fields: { position: message } })
}

/**
 * Stores an application with its PDF, confirmed by email while the budget of public forms lasts. Idempotent by `applicationId`.
 * @throws ServiceError file_too_large, storage_full or files_full (413), files_busy (429), file_refused or unknown_position (400),
 * careers_closed (404) if the page is turned off
 */
export async function receiveApplication(ctx: ServiceContext, application: Application): Promise<void> {
	const { applicationId, position, website, cv, ...typed } = application
	if (isHiddenPage(ctx.content.site, paths.careers))
		throw new ServiceError('not-found', 'careers_closed', 'We don’t take applications here.')
	if (isHoneypotFilled(ctx, 'application', website)) return
	const title = requirePosition(ctx.content, position)?.title ?? null
	const file = cv && { ...cv, ...requirePdf(cv) }
	const { isAllowed: mayMail } = await chargeFormBudget(ctx, typed.email)
	const store = async (tx: Tx) => {
		const row = await tx
			.insertInto('job_applications')
			.values({ ...(applicationId && { id: applicationId }), ...typed, position: position || null, created_at: ctx.now() })
			.onConflict((conflict) => conflict.column('id').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!row) return
		if (file) await requireUploadQuota(ctx, tx, { email: typed.email, bytes: file.bytes.length })
		if (file) await storeFile(tx, row.id, file)
		if (mayMail) await queueAcknowledgment(ctx, tx, { to: typed.email, ...applicationReceivedMail(ctx.content, { id: row.id, title }) })
		await enqueueMessage(ctx, tx, {
			to: ctx.content.site.supportEmail,
			...applicationNoticeMail(ctx.content, { ...typed, id: row.id, title, hasFile: file !== null }),
		})
	}
	await inTransaction(ctx.db, store).catch(async (error: unknown) => {
		await alertIfStorageFull(ctx, error)
		throw error
	})
}
