import { sql } from 'kysely'

import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireTicketText } from './change-ticket.ts'

export const NOTE_LENGTH = 2000

const MAX_LISTED = 100

/**
 * Lists the team's newest notes about a learner, newest first, and counts all of them. `author` is null once that account is deleted.
 */
export async function listLearnerNotes(db: Db, userId: string) {
	const rows = await db
		.selectFrom('learner_notes as note')
		.leftJoin('auth.users as author', 'author.id', 'note.author_id')
		.select(['note.id', 'note.body', 'note.created_at', 'author.email as author', sql<number>`(count(*) over ())::int`.as('total')])
		.where('user_id', '=', userId)
		.orderBy('note.created_at', 'desc')
		.orderBy('note.id', 'desc')
		.limit(MAX_LISTED)
		.execute()
	return { rows, total: rows[0]?.total ?? 0 }
}

/** @throws ServiceError text_refused (422) */
export async function addLearnerNote({ db, now }: ServiceContext, note: { userId: string; authorId: string; text: string }): Promise<void> {
	const body = requireTicketText(note.text, { longest: NOTE_LENGTH, field: 'note' })
	await db.insertInto('learner_notes').values({ user_id: note.userId, author_id: note.authorId, body, created_at: now() }).execute()
}

/** @throws ServiceError note_not_found (404), also for a note about another learner */
export async function deleteLearnerNote({ db }: ServiceContext, { id, userId }: { id: string; userId: string }): Promise<void> {
	const deleted = isUuid(id)
		? await db.deleteFrom('learner_notes').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
		: undefined
	if (!deleted) throw new ServiceError('not-found', 'note_not_found', 'This note was already deleted.')
}
