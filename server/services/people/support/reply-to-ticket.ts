import { timingSafeEqual } from 'node:crypto'

import { ticketPath } from '#contracts/paths.ts'
import { contactDueAt, readCategory } from '#domain/support/categories.ts'
import { inTransaction, isCanonicalUuid, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { requireMessageQuota } from '#server/services/people/quotas/require-message-quota.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'
import { formatSiteTime } from '#server/services/platform/site-zone.ts'

import { markOpen, requireTicketText } from './change-ticket.ts'
import { ticketReplyNoticeMail } from './support-mails.ts'

const sign = (ctx: ServiceContext, id: string) => keyedHash(ctx, 'tickets', ['thread', id])

/** Returns the ticket's URL for its sender. The token is derived, not stored, so every answer contains the same URL. */
export const ticketUrl = async (ctx: ServiceContext, id: string): Promise<string> =>
	`${ctx.config.siteUrl}${ticketPath(`${id}.${(await sign(ctx, id)).toString('base64url')}`)}`

/** @returns the ticket's ID, or null for an invalid token */
async function readTicketToken(ctx: ServiceContext, token: string): Promise<string | null> {
	const [id = '', sealed = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await sign(ctx, id)
	const received = Buffer.from(sealed, 'base64url')
	return received.length === expected.length && timingSafeEqual(received, expected) ? id : null
}

export const REPLY_LENGTH = 2000

const missing = () =>
	new ServiceError('not-found', 'ticket_not_found', 'This conversation no longer exists. Please write to us through the contact page.')

/** A ticket as shown to its sender, without notes or names of team members. */
export type OwnTicket = {
	subject: string
	status: 'open' | 'answered' | 'closed'
	dueAt: Date
	messages: readonly { id: string; isOurs: boolean; body: string; at: Date; /** `at` in the academy's time zone. */ time: string }[]
}

/** @throws ServiceError ticket_not_found (404) for an invalid token or a deleted ticket */
export async function readOwnTicket(ctx: ServiceContext, token: string): Promise<OwnTicket> {
	const id = await readTicketToken(ctx, token)
	if (id === null) throw missing()
	const ticket = await ctx.db.selectFrom('support_tickets').selectAll().where('id', '=', id).executeTakeFirst()
	if (!ticket) throw missing()
	const added = await ctx.db
		.selectFrom('ticket_messages')
		.select(['id', 'kind', 'body', 'created_at'])
		.where('ticket_id', '=', id)
		.where('kind', '<>', 'note')
		.orderBy('created_at')
		.orderBy('id')
		.execute()
	const timed = (at: Date) => ({ at, time: formatSiteTime(ctx.content, at) })
	return {
		subject: ticket.subject,
		status: ticket.status,
		dueAt: ticket.due_at,
		messages: [
			{ id, isOurs: false, body: ticket.message, ...timed(ticket.created_at) },
			...added.map((message) => ({ id: message.id, isOurs: message.kind === 'answer', body: message.body, ...timed(message.created_at) })),
		],
	}
}

type Ticket = { id: string; name: string; email: string; subject: string; category: string; status: string; user_id: string | null }

async function resetDeadline(ctx: ServiceContext, tx: Tx, { id, category, status }: Ticket): Promise<Date> {
	const dueAt = new Date(contactDueAt(readCategory(category), ctx.now().getTime()))
	if (status !== 'open') await markOpen({ ...ctx, db: tx }, id, dueAt)
	const { due_at } = await tx.selectFrom('support_tickets').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()
	return due_at
}

type Reply = { token: string; text: string; /** Idempotency key, created with the form. */ replyId: string }

/**
 * Adds the sender's reply and reopens the ticket.
 * @throws ServiceError ticket_not_found (404), text_refused (422), storage_full (413)
 */
export async function replyToTicket(ctx: ServiceContext, { token, text, replyId }: Reply): Promise<void> {
	const id = await readTicketToken(ctx, token)
	if (id === null) throw missing()
	const body = requireTicketText(text, { field: 'text', longest: REPLY_LENGTH })
	await inTransaction(ctx.db, async (tx) => {
		const ticket = await tx.selectFrom('support_tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
		if (!ticket) throw missing()
		await requireMessageQuota(tx, ticket.user_id === null ? ticket : { userId: ticket.user_id }, body)
		const added = await tx
			.insertInto('ticket_messages')
			.values({ ...(isUuid(replyId) && { id: replyId }), ticket_id: id, kind: 'reply', body, created_at: ctx.now() })
			.onConflict((conflict) => conflict.column('id').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!added) return
		const dueAt = await resetDeadline(ctx, tx, ticket)
		const notice = ticketReplyNoticeMail(ctx.content, { ...ticket, message: body, dueAt })
		await enqueueMessage(ctx, tx, { to: ctx.content.site.supportEmail, ...notice })
	})
}
