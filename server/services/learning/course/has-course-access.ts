import { lifetimeOffer } from '#content/public.server.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listEntitlements } from '#server/services/learning/entitlements/list-entitlements.ts'

/** Whether the learner has paid for the course: an active entitlement, not the progress in it. */
export async function hasCourseAccess(ctx: ServiceContext, userId: string): Promise<boolean> {
	const products = await listEntitlements(ctx.db, userId)
	return products.includes(lifetimeOffer.code)
}
