import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readText } from './read-text.ts'

export type SavedAnswer = { id: string; title: string; body: string }

/** More would be no help in a list to choose from. */
const MOST_ANSWERS = 200
export const TITLE_LENGTH = 100

/** Texts that fill the form of an answer, by title. */
export const listSavedAnswers = ({ db }: ServiceContext): Promise<SavedAnswer[]> =>
	db.selectFrom('saved_answers').select(['id', 'title', 'body']).orderBy('title').orderBy('id').limit(MOST_ANSWERS).execute()

/**
 * Keeps a text, in place of the one with this id if there is one.
 * @returns its id; null when the one to change is gone
 * @throws ServiceError text_refused (422)
 */
export async function saveAnswer(
	ctx: ServiceContext,
	{ id, ...typed }: { id?: string; title: string; body: string },
): Promise<string | null> {
	const values = { title: readText(typed.title, TITLE_LENGTH).replaceAll('\n', ' '), body: readText(typed.body) }
	if (id === undefined) {
		const added = { ...values, created_at: ctx.now() }
		return (await ctx.db.insertInto('saved_answers').values(added).returning('id').executeTakeFirstOrThrow()).id
	}
	if (!isUuid(id)) return null
	return (await ctx.db.updateTable('saved_answers').set(values).where('id', '=', id).returning('id').executeTakeFirst())?.id ?? null
}

/** @returns whether it was there */
export async function dropSavedAnswer({ db }: ServiceContext, id: string): Promise<boolean> {
	if (!isUuid(id)) return false
	return (await db.deleteFrom('saved_answers').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}
