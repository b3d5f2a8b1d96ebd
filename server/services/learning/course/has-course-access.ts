import type { ServiceContext } from '#server/services/context.ts'
import { listEntitlements } from '#server/services/learning/entitlements/list-entitlements.ts'

/** Whether the learner has an active entitlement: every offer sells the whole course. */
export async function hasCourseAccess(ctx: ServiceContext, userId: string): Promise<boolean> {
	const products = await listEntitlements(ctx.db, userId)
	return products.length > 0
}
