import type { PendingErasure } from '#contracts/privacy.ts'
import type { ServiceContext } from '#server/context.ts'

import { recordErasure } from './erasures.ts'
import { findPerson } from './person.ts'
import type { Person } from './table-rule.ts'

/**
 * For the operator, who answers requests that came by mail: the account of an address, or null. A person may have one of a
 * company's provider beside its own: that one comes when the first is gone.
 */
export async function findAccountPerson(ctx: ServiceContext, email: string): Promise<Person | null> {
	const user = await ctx.db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email.trim().toLowerCase())
		.orderBy('is_sso_user')
		.orderBy('created_at')
		.executeTakeFirst()
	return user ? findPerson(ctx.db, user.id) : null
}

/** The same as the learner's own wish, without a session to prove it: the operator has made sure who asks. */
export const requestErasureFor = (ctx: ServiceContext, userId: string): Promise<PendingErasure> => recordErasure(ctx, userId)

/** Requests without an answer yet, the most urgent first. Times are ISO 8601. */
export async function listOpenRequests(ctx: ServiceContext): Promise<{ id: string; erasesAt: string; dueAt: string }[]> {
	const open = await ctx.db
		.selectFrom('privacy_requests')
		.select(['id', 'erases_at', 'due_at'])
		.where('answered_at', 'is', null)
		.orderBy('due_at')
		.execute()
	return open.map(({ id, erases_at, due_at }) => ({ id, erasesAt: erases_at?.toISOString() ?? '', dueAt: due_at.toISOString() }))
}
