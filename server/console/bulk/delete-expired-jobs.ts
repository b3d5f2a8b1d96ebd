import type { ServiceContext } from '#server/services/context.ts'

const KEPT_MS = 30 * 86_400_000

/** Deletes bulk jobs and their results thirty days after they were prepared. */
export async function deleteExpiredJobs(ctx: ServiceContext): Promise<number> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('bulk_jobs')
		.where('created_at', '<=', new Date(ctx.now().getTime() - KEPT_MS))
		.executeTakeFirstOrThrow()
	return Number(numDeletedRows)
}
