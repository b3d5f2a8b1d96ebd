import type { z } from 'zod'

import type { ContactRequestSchema } from '#contracts/support.ts'
import { contactDueAt } from '#domain/support/categories.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chargeFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { requireMessageQuota } from '#server/services/people/quotas/require-message-quota.ts'

import { queueAcknowledgment, ticketNoticeMail, ticketReceivedMail } from './support-mails.ts'

const readDueAt = async (tx: Tx, id: string) =>
	(await tx.selectFrom('support_tickets').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()).due_at

type ContactMessage = z.output<typeof ContactRequestSchema>

/**
 * Stores a contact message as a ticket, confirmed by email while the budget of public forms lasts. Idempotent by `ticketId`.
 * @returns the time by which it must be answered
 * @throws ServiceError `storage_full` (413)
 */
export async function openTicket(ctx: ServiceContext, { ticketId, website, ...typed }: ContactMessage): Promise<Date> {
	const now = ctx.now()
	const dueAt = new Date(contactDueAt(typed.category, now.getTime()))
	const userId = ctx.actor.type === 'learner' ? ctx.actor.userId : null
	if (isHoneypotFilled(ctx, 'contact', website)) return dueAt
	const { isAllowed: mayMail } = await chargeFormBudget(ctx, typed.email)
	return inTransaction(ctx.db, async (tx) => {
		await requireMessageQuota(tx, userId === null ? typed : { userId }, typed.message)
		const ticket = await tx
			.insertInto('support_tickets')
			.values({
				...(ticketId && { id: ticketId }),
				...typed,
				user_id: userId,
				due_at: dueAt,
				created_at: now,
			})
			.onConflict((conflict) => conflict.column('id').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!ticket) return readDueAt(tx, ticketId ?? '')
		const received = ticketReceivedMail(ctx.content, { id: ticket.id, dueAt, category: typed.category })
		if (mayMail) await queueAcknowledgment(ctx, tx, { to: typed.email, ...received })
		await enqueueMessage(ctx, tx, {
			to: ctx.content.site.supportEmail,
			...ticketNoticeMail(ctx.content, { ...typed, id: ticket.id, dueAt }),
		})
		return dueAt
	})
}
