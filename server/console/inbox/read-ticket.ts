import { listOrdersOf } from '#server/console/learners/story.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { pendingReason } from '#server/services/commerce/order-status/pending-reason.ts'
import { hasFreeAccessEnded } from '#server/services/commerce/settlement/complimentary-access.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { findAccount } from '#server/services/operations/accounts/find-account.ts'
import { TICKET_IS_OPEN, ticketVersion } from '#server/services/people/support/answer-ticket.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/change-ticket.ts'
import { listSavedAnswers } from '#server/services/people/support/saved-answers.ts'
import { toTicketReference } from '#server/services/people/support/support-mails.ts'

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

const toAddress = (typed: string) => typed.trim().toLowerCase()

/**
 * Finds the learner: the account that was signed in, or the one that has confirmed the address that a signed-out sender typed. The
 * sender may be someone else.
 * @returns `isVerified`: the sender was signed in to the account that has confirmed the address
 */
async function findLearner({ ctx: { db } }: ConsoleRequest, { user_id: userId, email }: { user_id: string | null; email: string }) {
	const account = userId === null ? await findUserByEmail(db, toAddress(email)) : await findAccount(db, userId)
	if (!account || account.deleted_at || (userId === null && account.email_confirmed_at === null)) return null
	const isConfirmed = account.email_confirmed_at !== null
	const [order = null] = await listOrdersOf(db, isConfirmed ? account : { ...account, email: null })
	const isVerified = userId !== null && isConfirmed && account.email === toAddress(email)
	return { id: account.id, access: await readAccessState(db, account.id), order, isVerified }
}

/**
 * Finds the account and the latest orders with the address that a sender without a confirmed account typed. Both may be another
 * person's: only the console may show them.
 */
async function findRequestSubject({ ctx: { db } }: ConsoleRequest, email: string) {
	const account = await findUserByEmail(db, toAddress(email))
	const orders = await db
		.selectFrom('orders')
		.select([
			'id',
			'product_name',
			'status',
			'provider',
			'created_at',
			'paid_at',
			pendingReason.as('reason'),
			hasFreeAccessEnded.as('ended'),
		])
		.where('email', '=', toAddress(email))
		.orderBy('created_at', 'desc')
		.limit(MAX_ORDERS)
		.execute()
	return { accountId: account?.id ?? null, orders }
}

/** Finds the most urgent open ticket. */
async function findNext({ ctx: { db } }: ConsoleRequest) {
	const next = await db
		.selectFrom('support_tickets')
		.select(['id', 'subject'])
		.where(TICKET_IS_OPEN)
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
	const learner = await findLearner(request, ticket)
	return {
		ticket: { ...ticket, reference: toTicketReference(ticket.id), isMine: assignedTo === by.userId },
		learner,
		byAddress: learner === null ? await findRequestSubject(request, ticket.email) : null,
		thread,
		/** Most urgent open ticket; null while this one is open. */
		next: ticket.status === 'open' ? null : await findNext(request),
		seen: ticketVersion(ticket.status, thread.length),
		saved: (await listSavedAnswers(ctx)).map(({ id, title }) => ({ id, title })),
		answerLength: ANSWER_LENGTH,
		now: ctx.now(),
	}
}
