import type { DownloadList } from '#contracts/downloads.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findAccess } from '#server/services/learning/entitlements/find-access.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

const MOST_DOWNLOADS = 20

/**
 * What the signed-in learner downloaded from the library, latest first, and whether it is open to the learner now.
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
		.limit(MOST_DOWNLOADS)
		.execute()
	const library = ctx.content.libraryDocuments
	return {
		isOpen: (await findAccess(ctx.db, userId)) !== null,
		downloads: rows.flatMap(({ document, format, last_at }) => {
			// A document that is no longer in the library cannot be offered again.
			const known = library.get(document)
			return known ? [{ slug: document, title: known.title, format, at: last_at.toISOString() }] : []
		}),
	}
}
