import { sql, type SqlBool } from 'kysely'

import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

const MOST_LETTERS = 200
/** A literal: with a parameter, PostgreSQL ignores the index once it plans the prepared statement for any value. */
const IS_OPEN = sql<SqlBool>`status = 'open'`

/** A contact message that waits for its answer. Times are RFC 3339, UTC. */
export type WaitingLetter = { id: string; category: string; subject: string; dueAt: string }

/** The most urgent first, at most 200. For the operator only. */
export async function listWaitingLetters({ db }: ServiceContext): Promise<WaitingLetter[]> {
	const rows = await db
		.selectFrom('support_tickets')
		.select(['id', 'category', 'subject', 'due_at'])
		.where(IS_OPEN)
		.orderBy('due_at')
		.limit(MOST_LETTERS)
		.execute()
	return rows.map(({ due_at: dueAt, ...letter }) => ({ ...letter, dueAt: dueAt.toISOString() }))
}

/**
 * Writes down that the operator has answered a contact message, by mail and elsewhere: its clock stops.
 * @param operator who did, 1 to 200 letters, for the security log
 * @returns false for an id of no message that waits
 */
export async function markLetterAnswered(ctx: ServiceContext, { id, operator }: { id: string; operator: string }): Promise<boolean> {
	if (!isUuid(id)) return false
	return inTransaction(ctx.db, async (tx) => {
		const answered = await tx
			.updateTable('support_tickets')
			.set({ status: 'answered', answered_at: ctx.now() })
			.where('id', '=', id)
			.where('status', '=', 'open')
			.returning('id')
			.executeTakeFirst()
		if (!answered) return false
		const detail = { by: operator, letter: id }
		await recordAudit(ctx, tx, { action: 'letter_answered', outcome: 'success', userId: null, detail })
		return true
	})
}
