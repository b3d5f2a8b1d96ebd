import { timingSafeEqual } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import type { DocumentFormat, LibraryDocument } from '#content/schema/document.ts'
import type { DownloadLink, DownloadList } from '#contracts/downloads.ts'
import { paths } from '#contracts/paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { sharesContents } from '#domain/gating/course-contents.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findAccess, findAccessAndLock, readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { renderDocument, type RenderedFile } from './render-document.ts'

export type DocumentRequest = { slug: string; format: string }
export type FoundDocument = { document: LibraryDocument; format: DocumentFormat }

/** @throws ServiceError `document_not_found` (404) if the document, or this format of it, doesn't exist */
export function findDocument(content: Content, { slug, format }: DocumentRequest): FoundDocument {
	const document = content.libraryDocuments.get(slug)
	const found = document?.formats.find((name) => name === format)
	if (!document || !found) throw new ServiceError('not-found', 'document_not_found', 'We can’t find that document.')
	return { document, format: found }
}

export const ENTITLEMENT_REQUIRED = [
	'forbidden',
	'entitlement_required',
	'This document is part of the full course. Buy the course to open it.',
] as const

/**
 * Returns a link to a document: signed and expiring if it's paid, otherwise public.
 * @throws ServiceError `document_not_found` (404), `not_authenticated` (401), `entitlement_required` (403)
 */
export async function openDownload(ctx: ServiceContext, wanted: DocumentRequest): Promise<DownloadLink> {
	const userId = requireLearnerId(ctx)
	const { document, format } = findDocument(ctx.content, wanted)
	const { slug } = document
	if (document.access === 'free') return { url: paths.document(slug, format), expiresAt: null }
	if ((await findAccess(ctx.db, userId, ctx.content.openersOf(slug))) === null) throw new ServiceError(...ENTITLEMENT_REQUIRED)
	const { signature, expiresAt } = await signDownloadLink(ctx, { slug, format, userId })
	return { url: `${paths.paidDocument(slug, format)}?link=${signature}`, expiresAt: expiresAt.toISOString() }
}

export type DownloadedDocument = FoundDocument & { file: RenderedFile }

/** @throws ServiceError `document_not_found` (404), `entitlement_required` (403) */
export async function downloadFreeDocument(ctx: ServiceContext, wanted: DocumentRequest): Promise<DownloadedDocument> {
	const found = findDocument(ctx.content, wanted)
	if (found.document.access !== 'free') throw new ServiceError(...ENTITLEMENT_REQUIRED)
	return { ...found, file: await renderDocument(ctx, found.document, found.format) }
}

type PaidRequest = DocumentRequest & {
	signature: string
	/** `look`: a HEAD request, not recorded as a download. `rest`: a range request that continues a download. */
	part: 'all' | 'rest' | 'look'
}

/**
 * Checks the entitlement again, and records the download before the first byte is sent: the refund policy depends on it.
 * @throws ServiceError `document_not_found` (404), `link_invalid`, `link_expired`, `entitlement_required` (403)
 */
export async function downloadPaidDocument(ctx: ServiceContext, { signature, part, ...wanted }: PaidRequest): Promise<DownloadedDocument> {
	const found = findDocument(ctx.content, wanted)
	const { slug } = found.document
	const { format } = found
	const { userId } = await checkLink(ctx, { slug, format }, signature)
	// Render before recording: if rendering fails, nothing was downloaded.
	const file = await renderDocument(ctx, found.document, format)
	await inTransaction(ctx.db, async (tx) => {
		const orderId = await findAccessAndLock(tx, userId, ctx.content.openersOf(slug))
		if (orderId === null) throw new ServiceError(...ENTITLEMENT_REQUIRED)
		if (part === 'look') return
		const now = ctx.now()
		await tx
			.insertInto('downloads')
			.values({ order_id: orderId, user_id: userId, document: slug, format, first_at: now, last_at: now })
			.onConflict((conflict) =>
				conflict.columns(['order_id', 'user_id', 'document', 'format']).doUpdateSet((eb) => ({
					last_at: now,
					times: part === 'all' ? eb('downloads.times', '+', 1) : eb.ref('downloads.times'),
				})),
			)
			.execute()
	})
	return { ...found, file }
}

/**
 * Returns the time of the first paid download (null if none), which the refund policy uses. In a transaction that decides on a
 * refund, lock the entitlement first, so that downloads wait.
 */
export async function firstPaidDownload(db: Db | Tx, orderId: string): Promise<Date | null> {
	const row = await db
		.selectFrom('downloads')
		.select((eb) => eb.fn.min('first_at').as('first_at'))
		.where('order_id', '=', orderId)
		.executeTakeFirst()
	return row?.first_at ?? null
}

const MAX_DOWNLOADS = 20

/**
 * Returns `isOpen`, true with access to the main course, and the documents open to the learner. Omits that list if the academy has one
 * course and the learner bought no single modules: `isOpen` then applies to every document.
 */
async function readOpenDocuments({ content, db }: ServiceContext, userId: string): Promise<Pick<DownloadList, 'isOpen' | 'open'>> {
	const held = await readOpened(db, userId)
	const isOpen = held.courses.includes(MAIN_COURSE_ID)
	if (content.furtherCourses.length === 0 && held.modules.length === 0) return { isOpen }
	return { isOpen, open: [...content.libraryDocuments.keys()].filter((slug) => sharesContents(held, content.openersOf(slug))) }
}

/**
 * Lists the learner's downloads, latest first, and the documents that are open now.
 * @throws ServiceError `not_authenticated` (401)
 */
export async function listDownloads(ctx: ServiceContext): Promise<DownloadList> {
	const userId = requireLearnerId(ctx)
	const rows = await ctx.db
		.selectFrom('downloads')
		.select(['document', 'format'])
		.select((eb) => eb.fn.max('last_at').as('last_at'))
		.where('user_id', '=', userId)
		.groupBy(['document', 'format'])
		.orderBy('last_at', 'desc')
		.limit(MAX_DOWNLOADS)
		.execute()
	const library = ctx.content.libraryDocuments
	return {
		...(await readOpenDocuments(ctx, userId)),
		downloads: rows.flatMap(({ document, format, last_at }) => {
			// Skip documents that are no longer in the library.
			const known = library.get(document)
			return known ? [{ slug: document, title: known.title, format, at: last_at.toISOString() }] : []
		}),
	}
}

/** Lifetime of a link: long enough to start a download on a slow connection, too short to share. */
const LINK_SECONDS = 300

export type DownloadGrant = { slug: string; format: string; userId: string }
type Context = Pick<ServiceContext, 'state' | 'now'>

const hash = (ctx: Context, { slug, format, userId }: DownloadGrant, expires: string) =>
	keyedHash(ctx, 'downloads', ['document', slug, format, userId, expires])

/**
 * Signs a download link. The signature contains the account, the expiry and a MAC. The MAC also covers document and format, which are in
 * the link's path.
 */
export async function signDownloadLink(ctx: Context, grant: DownloadGrant): Promise<{ signature: string; expiresAt: Date }> {
	const expiresAt = new Date(ctx.now().getTime() + LINK_SECONDS * 1000)
	const expires = String(expiresAt.getTime())
	const mac = await hash(ctx, grant, expires)
	return { signature: `${grant.userId}.${expires}.${mac.toString('base64url')}`, expiresAt }
}

/** @throws ServiceError `link_invalid`, `link_expired` (403) */
export async function checkLink(ctx: Context, document: { slug: string; format: string }, signature: string): Promise<DownloadGrant> {
	const [userId = '', expires = '', mac = '', ...rest] = signature.split('.')
	const grant = { ...document, userId }
	const expected = await hash(ctx, grant, expires)
	const received = Buffer.from(mac, 'base64url')
	if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected))
		throw new ServiceError('forbidden', 'link_invalid', 'This download link isn’t valid. Please start the download again.')
	if (Number(expires) <= ctx.now().getTime())
		throw new ServiceError('forbidden', 'link_expired', 'This download link has expired. Please start the download again.')
	return grant
}
