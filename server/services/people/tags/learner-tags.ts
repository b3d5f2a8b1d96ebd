import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { MAX_TAGS, MAX_TAGS_OF_PERSON, parseTag } from '#domain/tags/parse-tag.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

const refuse = (message: string) => new ServiceError('unprocessable', 'tag_refused', message, { fields: { tag: message } })

/** @throws ServiceError tag_refused (422), shown at the field `tag` */
export function requireTag(typed: string): string {
	const parsed = parseTag(typed)
	if ('fault' in parsed) throw refuse(parsed.fault)
	return parsed.name
}

/**
 * Returns an SQL condition on accounts that have a tag.
 * @param account SQL expression for the account's ID
 */
export const hasTag = (account: RawBuilder<unknown>, tag: string) =>
	sql<SqlBool>`${account} in (select user_id from learner_tags where key = lower(${tag}))`

/** SQL expression for an account's tags by name. @param account SQL expression for the account's ID */
export const tagsOf = (account: RawBuilder<unknown>) =>
	sql<string[]>`array(select name from learner_tags where user_id = ${account} order by key)`

/** Lists the tags that someone has, by name. There are at most `MAX_TAGS`. Reads one entry of the index for each. */
export async function listTags(db: Db | Tx): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		with recursive keys as (
			(select key from learner_tags order by key limit 1)
			union all
			select (select key from learner_tags where key > keys.key order by key limit 1) from keys where keys.key is not null)
		select (select name from learner_tags where key = keys.key limit 1) as name from keys where keys.key is not null`.execute(db)
	return rows.map(({ name }) => name)
}

type Tagged = { userId: string; tag: string }

/**
 * Tags a learner. A tag that other learners already have keeps its spelling.
 * @returns the tag as it's spelled; null if the learner already had it
 * @throws ServiceError tag_refused (422) for an invalid tag, or one too many; user_not_found (404)
 */
export const addTag = ({ db, now }: ServiceContext, { userId, tag }: Tagged): Promise<string | null> => {
	const typed = requireTag(tag)
	return inTransaction(db, async (tx) => {
		// Lock the account, because two people may tag the same learner at the same moment.
		const account = tx.selectFrom('auth.users').select('id').where('id', '=', userId).where('deleted_at', 'is', null)
		if (!(await account.forNoKeyUpdate().executeTakeFirst()))
			throw new ServiceError('not-found', 'user_not_found', 'This account was deleted.')
		const tags = await tx.selectFrom('learner_tags').select('key').where('user_id', '=', userId).execute()
		const known = await sql<{ key: string; name: string | null }>`
			select lower(${typed}) as key, (select name from learner_tags where key = lower(${typed}) limit 1) as name`.execute(tx)
		const { key, name } = known.rows[0] ?? { key: '', name: null }
		if (tags.some((each) => each.key === key)) return null
		if (tags.length >= MAX_TAGS_OF_PERSON) throw refuse(`A learner can have at most ${MAX_TAGS_OF_PERSON} tags. Remove one first.`)
		if (name === null && (await listTags(tx)).length >= MAX_TAGS)
			throw refuse(`There can be at most ${MAX_TAGS} different tags. Use an existing one, or remove one from everyone who has it.`)
		const added = { user_id: userId, name: name ?? typed, created_at: now() }
		await tx.insertInto('learner_tags').values(added).execute()
		return added.name
	})
}

/** @returns the removed tag as it was spelled; null if the learner didn’t have it */
export async function removeTag({ db }: ServiceContext, { userId, tag }: Tagged): Promise<string | null> {
	const removed = await db
		.deleteFrom('learner_tags')
		.where('user_id', '=', userId)
		.where('key', '=', sql<string>`lower(${requireTag(tag)})`)
		.returning('name')
		.executeTakeFirst()
	return removed?.name ?? null
}
