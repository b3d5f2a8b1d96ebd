import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readText } from './read-text.ts'

/**
 * Adds a note to a ticket that only the team sees. Doesn't change its status or deadline.
 * @throws ServiceError text_refused (422), ticket_not_found (404)
 */
export async function addNote(ctx: ServiceContext, { id, authorId, text }: { id: string; authorId: string; text: string }): Promise<void> {
	const body = readText(text, { field: 'note' })
	await inTransaction(ctx.db, async (tx) => {
		const ticket = await tx.selectFrom('support_tickets').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
		if (!ticket) throw new ServiceError('not-found', 'ticket_not_found', 'This ticket was deleted. The note was not saved.')
		await tx
			.insertInto('ticket_messages')
			.values({ ticket_id: id, kind: 'note', author_id: authorId, body, created_at: ctx.now() })
			.execute()
	})
}
