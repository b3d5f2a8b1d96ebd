import type { z } from 'zod'

import type { EarlyAccessRequestSchema } from '#contracts/leads.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormTurn } from '#server/services/identity/codes/form-turn.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { acknowledge } from '#server/services/people/support/acknowledge.ts'

import { earlyAccessMail } from './lead-mails.ts'
import { requireModule } from './require-module.ts'

type EarlyAccessInput = z.output<typeof EarlyAccessRequestSchema>

/**
 * Adds an address to a module's early-access list and confirms it by email. Repeating a request changes nothing, unless the
 * address was already notified; then it's a new request.
 * @throws ServiceError `module_unknown` (422), `forms_busy` (429)
 */
export async function recordEarlyAccess(ctx: ServiceContext, { email, moduleId, website }: EarlyAccessInput): Promise<void> {
	if (isHoneypotFilled(ctx, 'early-access', website)) return
	requireModule(ctx.content, moduleId)
	await requireFormTurn(ctx, email)
	const to = email.toLowerCase()
	await inTransaction(ctx.db, async (tx) => {
		const wish = { user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null, created_at: ctx.now(), due_at: null, notified_at: null }
		const added = await tx
			.insertInto('early_access_requests')
			.values({ email: to, module_id: moduleId, ...wish })
			.onConflict((conflict) =>
				conflict.columns(['email', 'module_id']).doUpdateSet(wish).where('early_access_requests.notified_at', 'is not', null),
			)
			.returning('id')
			.executeTakeFirst()
		if (added)
			await acknowledge(ctx, tx, { channel: 'email', to, ...earlyAccessMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }) })
	})
}
