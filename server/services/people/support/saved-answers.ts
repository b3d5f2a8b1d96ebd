import { isUuid } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireTicketText } from './change-ticket.ts'

export type SavedAnswer = { id: string; title: string; body: string }

/** Maximum saved replies; a longer list would be hard to choose from. */
const MAX_ANSWERS = 200
export const MAX_TITLE_LENGTH = 100

export const listSavedAnswers = ({ db }: ServiceContext): Promise<SavedAnswer[]> =>
	db.selectFrom('saved_answers').select(['id', 'title', 'body']).orderBy('title').orderBy('id').limit(MAX_ANSWERS).execute()

/**
 * Replaces the reply with this ID. If it was deleted in the meantime, it's added again so that no text is lost.
 * @returns the reply's ID
 * @throws ServiceError text_refused (422)
 */
export async function storeSavedAnswer(
	ctx: ServiceContext,
	{ id = '', ...typed }: { id?: string; title: string; body: string },
): Promise<string> {
	const title = requireTicketText(typed.title, { field: 'title', longest: MAX_TITLE_LENGTH }).replaceAll('\n', ' ')
	const values = { title, body: requireTicketText(typed.body, { field: 'body' }) }
	const changed = isUuid(id)
		? await ctx.db.updateTable('saved_answers').set(values).where('id', '=', id).returning('id').executeTakeFirst()
		: undefined
	if (changed) return changed.id
	const added = { ...values, created_at: ctx.now() }
	return (await ctx.db.insertInto('saved_answers').values(added).returning('id').executeTakeFirstOrThrow()).id
}

/** @returns false if the reply doesn't exist */
export async function deleteSavedAnswer({ db }: ServiceContext, id: string): Promise<boolean> {
	if (!isUuid(id)) return false
	return (await db.deleteFrom('saved_answers').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}
