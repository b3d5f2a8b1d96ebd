import type { PendingErasure } from '#contracts/privacy.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'

import { scheduleErasure } from './erasures.ts'
import { eraseMailboxFor } from './mailbox-requests.ts'
import { findMailboxPerson, findPerson } from './person.ts'
import { hasPersonalData } from './read-records.ts'
import type { Person } from './registry/table-rule.ts'

/**
 * Person that a request is about. `accountId`: account that has verified the address; null for the owner of a mailbox without
 * one.
 */
export type RequestSubject = { person: Person; accountId: string | null }

/**
 * Finds a person for the operator, who handles requests sent by email. A person may have a second account through a company's provider,
 * which is found only once the first is deleted.
 * @returns null if nothing is stored under the address
 */
export async function findRequestSubject(ctx: ServiceContext, typed: string): Promise<RequestSubject | null> {
	const email = typed.trim().toLowerCase()
	const user = await ctx.db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.orderBy(ownsAddress, 'desc')
		.orderBy('created_at')
		.executeTakeFirst()
	if (user) return { person: await findPerson(ctx.db, user.id), accountId: user.id }
	const person = await findMailboxPerson(ctx.db, email)
	return (await hasPersonalData(ctx, person)) ? { person, accountId: null } : null
}

/**
 * Requests the deletion for the operator, who has verified the person's identity.
 * @returns the account's pending deletion; null without an account, because everything is deleted immediately then
 * @throws ServiceError money_under_way (409)
 */
export async function requestErasureFor(ctx: ServiceContext, { person, accountId }: RequestSubject): Promise<PendingErasure | null> {
	if (accountId !== null) return scheduleErasure(ctx, accountId, 'operator')
	for (const email of person.emails) await eraseMailboxFor(ctx, email)
	return null
}

/** Lists open privacy requests, most urgent first. Times are ISO 8601. */
export async function listOpenRequests(ctx: ServiceContext): Promise<{ id: string; erasesAt: string; dueAt: string }[]> {
	const open = await ctx.db
		.selectFrom('privacy_requests')
		.select(['id', 'erases_at', 'due_at'])
		.where('answered_at', 'is', null)
		.orderBy('due_at')
		.execute()
	return open.map(({ id, erases_at, due_at }) => ({ id, erasesAt: erases_at?.toISOString() ?? '', dueAt: due_at.toISOString() }))
}
