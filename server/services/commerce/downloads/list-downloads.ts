import type { DownloadList } from '#contracts/downloads.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { sharesContents } from '#domain/gating/course-contents.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

/**
 * Returns the time of the first paid download (null if none), which the refund rule uses. In a transaction that decides on a
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
 * Lists the documents open to the learner. Omits the list if the academy has one course and the learner bought no single modules:
 * `isOpen` then applies to every document.
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
