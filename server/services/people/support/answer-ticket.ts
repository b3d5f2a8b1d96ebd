import { sql, type SqlBool } from 'kysely'

import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireUser } from '#server/services/identity/accounts/user-record.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireTicketText } from './change-ticket.ts'
import { ticketUrl } from './reply-to-ticket.ts'
import { learnerNoteMail, ticketAnswerMail } from './support-mails.ts'

const MAX_TICKETS = 200
/** Literal instead of a parameter: with a parameter, PostgreSQL's generic plan wouldn't use the partial index. */
export const TICKET_IS_OPEN = sql<SqlBool>`status = 'open'`

/** Maximum characters of a message shown in a list. */
const EXCERPT = 200

/** Ticket that awaits an answer, with the start of the sender's last message. Times are RFC 3339, UTC. */
export type WaitingTicket = { id: string; category: string; subject: string; name: string; excerpt: string; dueAt: string }

/** Lists open tickets, most urgent first, at most 200. */
export async function listWaitingTickets({ db }: ServiceContext): Promise<WaitingTicket[]> {
	const rows = await db
		.selectFrom('support_tickets')
		.select(['id', 'category', 'subject', 'name', 'due_at'])
		.select((eb) => {
			const lastReply = eb
				.selectFrom('ticket_messages as reply')
				.select('reply.body')
				.whereRef('reply.ticket_id', '=', 'support_tickets.id')
				.where('reply.kind', '=', 'reply')
				.orderBy('reply.created_at', 'desc')
				.limit(1)
			return sql<string>`left(${eb.fn.coalesce(lastReply, 'message')}, ${EXCERPT})`.as('excerpt')
		})
		.where(TICKET_IS_OPEN)
		.orderBy('due_at')
		.limit(MAX_TICKETS)
		.execute()
	return rows.map(({ due_at: dueAt, ...ticket }) => ({ ...ticket, dueAt: dueAt.toISOString() }))
}

/**
 * Marks a ticket as answered, which ends its response time.
 * @returns false if it isn't open
 */
async function markAnswered(ctx: ServiceContext, tx: Tx, { id, operator }: { id: string; operator: string }): Promise<boolean> {
	const stopped = await tx
		.updateTable('support_tickets')
		.set({ status: 'answered', answered_at: ctx.now() })
		.where('id', '=', id)
		.where('status', '=', 'open')
		.returning('id')
		.executeTakeFirst()
	if (!stopped) return false
	const detail = { by: operator, letter: id }
	await recordAudit(ctx, tx, { action: 'letter_answered', outcome: 'success', userId: null, detail })
	return true
}

/**
 * Records that the operator has answered a ticket by email, outside the console.
 * @param operator name, 1 to 200 characters, for the audit log
 * @returns false if no such ticket is waiting
 */
export async function markTicketAnswered(ctx: ServiceContext, { id, operator }: { id: string; operator: string }): Promise<boolean> {
	if (!isUuid(id)) return false
	return inTransaction(ctx.db, (tx) => markAnswered(ctx, tx, { id, operator }))
}

const countMessages = async (tx: Tx, id: string) =>
	Number(
		(
			await tx
				.selectFrom('ticket_messages')
				.select((eb) => eb.fn.countAll().as('count'))
				.where('ticket_id', '=', id)
				.executeTakeFirstOrThrow()
		).count,
	)

/** Returns the version of a ticket. An answer is refused if status or number of messages have changed since the form was shown. */
export const ticketVersion = (status: string, messages: number): string => `${status}:${messages}`

type Answer = { id: string; author: { userId: string; email: string }; text: string; seen: string }

/**
 * Emails an answer to a ticket. If the ticket is open, this stops its response-time clock.
 * @returns the ID of the email
 * @throws ServiceError ticket_not_found (404), ticket_changed (409) if the thread or status has changed in the meantime or the
 * ticket is closed, text_refused (422)
 */
export async function answerTicket(ctx: ServiceContext, { id, author, text, seen }: Answer): Promise<string> {
	const body = requireTicketText(text, { field: 'body' })
	const url = await ticketUrl(ctx, id)
	return inTransaction(ctx.db, async (tx) => {
		const ticket = await tx
			.selectFrom('support_tickets')
			.select(['id', 'email', 'status', 'created_at'])
			.where('id', '=', id)
			.forUpdate()
			.executeTakeFirst()
		if (!ticket) throw new ServiceError('not-found', 'ticket_not_found', 'This ticket was deleted. Nothing was sent.')
		if (seen !== ticketVersion(ticket.status, await countMessages(tx, id)) || ticket.status === 'closed') {
			const message = 'This ticket changed while you were writing. Read what’s new, then send your answer. Nothing was sent.'
			throw new ServiceError('conflict', 'ticket_changed', message)
		}
		const mail = { to: ticket.email, ...ticketAnswerMail(ctx.content, { id, writtenAt: ticket.created_at, body, url }) }
		const messageId = await enqueueMessage(ctx, tx, mail)
		if (messageId === null) throw new Error('an email without a key is always new')
		await tx
			.insertInto('ticket_messages')
			.values({ ticket_id: id, author_id: author.userId, body, message_id: messageId, created_at: ctx.now() })
			.execute()
		await markAnswered(ctx, tx, { id, operator: author.email })
		return messageId
	})
}

export const MAX_SUBJECT_LENGTH = 150

/**
 * Emails a learner, even at an address that isn't confirmed yet, such as a buyer's before the first sign-in. Replies go to the
 * support mailbox.
 * @returns the ID of the email
 * @throws ServiceError text_refused, email_missing (422)
 */
export async function writeToLearner(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, subject, text }: { userId: string; subject: string; text: string },
): Promise<string> {
	const written = {
		subject: requireTicketText(subject.replaceAll(/\s+/g, ' '), { field: 'subject', longest: MAX_SUBJECT_LENGTH }),
		body: requireTicketText(text, { field: 'text' }),
	}
	const { email: to } = await requireUser(tx, userId)
	if (!to) throw new ServiceError('unprocessable', 'email_missing', 'This account has no email address. Nothing was sent.')
	const id = await enqueueMessage(ctx, tx, { to, ...learnerNoteMail(ctx.content, written) })
	if (id === null) throw new Error('an email without a key is always new')
	return id
}
