import { lifetimeOffer } from '#content/public.server.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listEntitlements } from '#server/services/learning/entitlements/list-entitlements.ts'

/** Whether the learner has an active entitlement to the course. */
export async function hasCourseAccess(ctx: ServiceContext, userId: string): Promise<boolean> {
	const products = await listEntitlements(ctx.db, userId)
	return products.includes(lifetimeOffer.code)
}
