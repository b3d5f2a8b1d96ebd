import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'
import { IS_OPEN, ticketVersion } from '#server/services/people/support/answer-ticket.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/change-ticket.ts'
import { listSavedAnswers } from '#server/services/people/support/saved-answers.ts'
import { toReference } from '#server/services/people/support/support-mails.ts'

/** @throws ServiceError ticket_not_found (404) */
export async function requireTicket({ params: { ticket: id = '' }, ctx: { db } }: ConsoleRequest) {
	const ticket = isUuid(id)
		? await db
				.selectFrom('support_tickets as ticket')
				.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
				.select(['ticket.id', 'name', 'ticket.email', 'subject', 'message', 'category', 'status', 'user_id', 'assigned_to'])
				.select(['due_at', 'answered_at', 'first_answered_at', 'ticket.created_at', 'assignee.email as assignee'])
				.where('ticket.id', '=', id)
				.executeTakeFirst()
		: undefined
	if (!ticket) throw new ServiceError('not-found', 'ticket_not_found', 'We can’t find that ticket. It may have been deleted.')
	return ticket
}

const MAX_ORDERS = 5

/** Finds the learner and the latest orders with the address that a signed-out sender typed. The address is unverified. */
async function findByTypedAddress({ ctx: { db } }: ConsoleRequest, typed: string) {
	const email = typed.trim().toLowerCase()
	const account = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('deleted_at', 'is', null)
		.orderBy(ownsAddress, 'desc')
		.executeTakeFirst()
	const orders = await db
		.selectFrom('orders')
		.select('id')
		.where('email', '=', email)
		.orderBy('created_at', 'desc')
		.limit(MAX_ORDERS)
		.execute()
	return { accountId: account?.id ?? null, orders: orders.map(({ id }) => id) }
}

/** Finds the most urgent open ticket. */
async function findNext({ ctx: { db } }: ConsoleRequest) {
	const next = await db
		.selectFrom('support_tickets')
		.select(['id', 'subject'])
		.where(IS_OPEN)
		.orderBy('due_at')
		.orderBy('id')
		.limit(1)
		.executeTakeFirst()
	return next ?? null
}

export async function readTicket(request: ConsoleRequest) {
	const { ctx, by } = request
	const { assigned_to: assignedTo, ...ticket } = await requireTicket(request)
	const thread = await ctx.db
		.selectFrom('ticket_messages as message')
		.leftJoin('auth.users as author', 'author.id', 'message.author_id')
		.leftJoin('outbox_messages as mail', 'mail.id', 'message.message_id')
		.select(['message.id', 'message.kind', 'message.body', 'message.created_at', 'author.email as author', 'mail.status as mail'])
		.where('ticket_id', '=', ticket.id)
		.orderBy('message.created_at')
		.orderBy('message.id')
		.execute()
	return {
		ticket: { ...ticket, reference: toReference(ticket.id), isMine: assignedTo === by.userId },
		byAddress: ticket.user_id === null ? await findByTypedAddress(request, ticket.email) : null,
		thread,
		/** Most urgent open ticket; null while this one is open. */
		next: ticket.status === 'open' ? null : await findNext(request),
		seen: ticketVersion(ticket.status, thread.length),
		saved: (await listSavedAnswers(ctx)).map(({ id, title }) => ({ id, title })),
		answerLength: ANSWER_LENGTH,
		now: ctx.now(),
	}
}
