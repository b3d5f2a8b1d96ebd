import type { Selectable } from 'kysely'
import { sql } from 'kysely'

import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import type { SavedAudiences } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type AudienceRules, toAudienceRules, toStoredAudience } from '#server/services/people/newsletter/segment.ts'

export const NAME_LENGTH = 80
export const MAX_AUDIENCES = 100

export type SavedAudience = { id: string; name: string; rules: AudienceRules; changedAt: Date }

const toAudience = ({ id, name, segment, changed_at: changedAt }: Selectable<SavedAudiences>): SavedAudience => ({
	id,
	name,
	rules: toAudienceRules(segment),
	changedAt,
})

/** Lists the saved audiences by name. There are at most `MAX_AUDIENCES`. */
export async function listAudiences(db: Db | Tx): Promise<SavedAudience[]> {
	const rows = await db
		.selectFrom('saved_audiences')
		.selectAll()
		.orderBy(sql`lower(name)`)
		.limit(MAX_AUDIENCES)
		.execute()
	return rows.map(toAudience)
}

export async function findAudience(db: Db | Tx, id: string): Promise<SavedAudience | undefined> {
	if (!isUuid(id)) return undefined
	const row = await db.selectFrom('saved_audiences').selectAll().where('id', '=', id).executeTakeFirst()
	return row && toAudience(row)
}

export const audienceGone = () =>
	new ServiceError('unprocessable', 'audience_gone', 'That audience was deleted. Choose another. Nothing was changed.')

/**
 * Locks a saved audience, so that no one deletes or changes it until the email that uses it is saved.
 * @throws ServiceError audience_gone (422)
 */
export async function lockAudience(tx: Db | Tx, id: string): Promise<SavedAudience> {
	const row = isUuid(id) ? await tx.selectFrom('saved_audiences').selectAll().where('id', '=', id).forShare().executeTakeFirst() : undefined
	if (!row) throw audienceGone()
	return toAudience(row)
}

const refuse = (code: string, field: string, message: string) =>
	new ServiceError('unprocessable', code, message, { fields: { [field]: message } })

type Typed = { name: string; rules: AudienceRules }

/** @throws ServiceError audience_refused (422) */
async function requireValid(db: Db | Tx, { name: typed, rules }: Typed, own: string | null): Promise<string> {
	const name = typed
		.toWellFormed()
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()
	if (name === '') throw refuse('audience_refused', 'name', 'Enter a name.')
	if (name.length > NAME_LENGTH) throw refuse('audience_refused', 'name', `Use at most ${NAME_LENGTH} characters.`)
	if (rules.conditions.length === 0) throw refuse('audience_refused', 'if-0', 'Choose at least one condition.')
	// Two people may choose the same name at the same moment. Reading isn't blocked.
	await sql`lock table saved_audiences in share row exclusive mode`.execute(db)
	const taken = await db
		.selectFrom('saved_audiences')
		.select('id')
		.where(sql<boolean>`lower(name) = lower(${name})`)
		.$if(own !== null, (query) => query.where('id', '<>', own))
		.executeTakeFirst()
	if (taken) throw refuse('audience_refused', 'name', 'Another audience has this name.')
	return name
}

/**
 * @returns the ID of the new audience
 * @throws ServiceError audience_refused, too_many_audiences (422)
 */
export async function createAudience(ctx: ServiceContext, db: Db | Tx, typed: Typed): Promise<string> {
	const name = await requireValid(db, typed, null)
	if ((await listAudiences(db)).length >= MAX_AUDIENCES)
		throw refuse('too_many_audiences', 'name', `There can be at most ${MAX_AUDIENCES} saved audiences. Delete one first.`)
	const now = ctx.now()
	const { id } = await db
		.insertInto('saved_audiences')
		.values({ name, segment: JSON.stringify(toStoredAudience(typed.rules)), created_at: now, changed_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

const lockForChange = async (tx: Db | Tx, id: string) =>
	isUuid(id) ? tx.selectFrom('saved_audiences').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() : undefined

/**
 * Changes an audience, and the drafts that use it. If a page to confirm the sending of such a draft is already open, it's then refused,
 * because the draft has changed. Scheduled emails keep their conditions.
 * @param seen time of the change that was shown last
 * @returns the number of changed drafts
 * @throws ServiceError audience_gone, audience_refused (422), audience_changed (409)
 */
export async function changeAudience(
	ctx: ServiceContext,
	db: Db | Tx,
	{ id, seen, ...typed }: Typed & { id: string; seen: string },
): Promise<number> {
	const row = await lockForChange(db, id)
	if (!row) throw audienceGone()
	if (String(row.changed_at.getTime()) !== seen) {
		const message = 'Someone changed this audience in the meantime. Check the version shown now, then try again.'
		throw new ServiceError('conflict', 'audience_changed', message)
	}
	const name = await requireValid(db, typed, id)
	const values = { segment: JSON.stringify(toStoredAudience(typed.rules)), changed_at: ctx.now() }
	await db
		.updateTable('saved_audiences')
		.set({ name, ...values })
		.where('id', '=', id)
		.execute()
	const { numUpdatedRows } = await db
		.updateTable('newsletter_issues')
		.set(values)
		.where('audience_id', '=', id)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	return Number(numUpdatedRows)
}

export type AudienceUse = { id: string; subject: string; state: string; audience_id: string | null }

/** Lists the emails that still need their saved audience: drafts, and those that aren’t sent completely. */
export const listAudienceUses = (db: Db | Tx, id?: string): Promise<AudienceUse[]> =>
	db
		.selectFrom('newsletter_issues')
		.select(['id', 'subject', 'state', 'audience_id'])
		.where('state', 'in', ['draft', 'scheduled', 'sending', 'paused'])
		.where('audience_id', 'is not', null)
		.$if(id !== undefined, (query) => query.where('audience_id', '=', id ?? null))
		.orderBy('created_at', 'desc')
		.limit(MAX_AUDIENCES)
		.execute()

/** @throws ServiceError audience_gone, audience_in_use (422) */
export async function deleteAudience(db: Db | Tx, id: string): Promise<void> {
	if (!(await lockForChange(db, id))) throw audienceGone()
	const uses = await listAudienceUses(db, id)
	if (uses.length > 0) {
		const who = uses.length === 1 ? 'An email uses' : `${uses.length} emails use`
		throw new ServiceError('unprocessable', 'audience_in_use', `${who} this audience. Choose another audience there first.`)
	}
	await db.updateTable('newsletter_issues').set({ audience_id: null }).where('audience_id', '=', id).execute()
	await db.deleteFrom('saved_audiences').where('id', '=', id).execute()
}
