import type { z } from 'zod'

import type { EarlyAccessRequestSchema } from '#contracts/leads.ts'
import type { ServiceContext } from '#server/context.ts'

type EarlyAccessWish = z.output<typeof EarlyAccessRequestSchema>

/** Puts an address on the early-access list of a module (spec B §5). Asking again changes nothing and looks the same. */
export async function recordEarlyAccess(ctx: ServiceContext, { email, moduleId, website }: EarlyAccessWish): Promise<void> {
	if (website) {
		ctx.log.info('honeypot filled', { requestId: ctx.requestId, form: 'early-access' })
		return
	}
	await ctx.db
		.insertInto('early_access_requests')
		.values({
			email: email.toLowerCase(),
			module_id: moduleId,
			user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null,
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.columns(['email', 'module_id']).doNothing())
		.execute()
}
