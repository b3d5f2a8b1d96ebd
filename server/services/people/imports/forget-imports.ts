import type { ServiceContext } from '#server/services/context.ts'

const IMPORT_DAYS = 7
const DAY_MS = 86_400_000

/** Deletes imports a week after they were read. Imported rows are subscriptions by then. */
export async function forgetImports(ctx: ServiceContext): Promise<{ subscriberImports: number }> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('subscriber_imports')
		.where('created_at', '<', new Date(ctx.now().getTime() - IMPORT_DAYS * DAY_MS))
		.executeTakeFirst()
	return { subscriberImports: Number(numDeletedRows) }
}
