import type { PendingErasure } from '#contracts/privacy.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { recordErasure } from './erasures.ts'
import { findMailboxPerson } from './mailbox-person.ts'
import { eraseMailboxFor } from './mailbox-requests.ts'
import { findPerson } from './person.ts'
import { holdsAnything } from './read-records.ts'
import type { Person } from './registry/table-rule.ts'

/** Whose data an address leads to: an account that has proven it, or whoever owns the mailbox. */
export type AskedFor = { person: Person; accountId: string | null }

/**
 * For the operator, who answers requests that came by mail. A person may have an account of a company's provider beside
 * its own: that one comes when the first is gone.
 * @returns null when nothing is kept under the address
 */
export async function findByAddress(ctx: ServiceContext, typed: string): Promise<AskedFor | null> {
	const email = typed.trim().toLowerCase()
	const user = await ctx.db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.orderBy('is_sso_user')
		.orderBy('created_at')
		.executeTakeFirst()
	if (user) return { person: await findPerson(ctx.db, user.id), accountId: user.id }
	const person = await findMailboxPerson(ctx.db, email)
	return (await holdsAnything(ctx.db, person)) ? { person, accountId: null } : null
}

/**
 * The same as the own wish, without a session or mailed link to prove it: the operator has made sure who asks.
 * @returns the pending deletion of an account; null when it is done, since there was none
 * @throws ServiceError money_under_way (409)
 */
export async function requestErasureFor(ctx: ServiceContext, { person, accountId }: AskedFor): Promise<PendingErasure | null> {
	if (accountId !== null) return recordErasure(ctx, accountId)
	for (const email of person.emails) await eraseMailboxFor(ctx, email)
	return null
}

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
