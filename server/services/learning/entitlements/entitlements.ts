import { type RawBuilder, sql } from 'kysely'

import { latestEnd } from '#domain/gating/access-end.ts'
import type { GatedModule } from '#domain/gating/check-module-access.ts'
import { type CourseContents, joinContents, opensModule } from '#domain/gating/course-contents.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Returns the account's email address; null if it's unverified, since it then gives no access. */
export async function findVerifiedEmail(db: Db | Tx, userId: string): Promise<string | null> {
	const row = await db
		.selectFrom('auth.users')
		.select('email')
		.where('id', '=', userId)
		.where('email_confirmed_at', 'is not', null)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	return row?.email ?? null
}

/** Lists the accounts with access through an order: the buyer's, and those that have verified its address. */
export async function findHolders(db: Db | Tx, bought: { user_id: string | null; email: string | null }): Promise<string[]> {
	const { user_id: userId, email } = bought
	const proven = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.where('deleted_at', 'is', null)
		.execute()
	return [...new Set([...(userId === null ? [] : [userId]), ...proven.map(({ id }) => id)])]
}

/**
 * SQL condition for entitlements that give access now. Every query about access uses it, so access ends exactly at `ends_at`, without a
 * job; certificates stay valid after that. Payments set `state`, and the team sets `ends_at`, so neither a webhook nor a won dispute
 * reopens access that the team ended.
 */
export const isOpen = sql<boolean>`(state = 'active' and (ends_at is null or ends_at > now()))`

/** SQL condition for entitlements that give access now and at least until `end`. If `end` is null, only access without an end counts. */
export const isOpenUntil = (end: Date | null) => sql<boolean>`(${isOpen} and (ends_at is null or ends_at >= ${end}::timestamptz))`

/** True if the end of an order's access has passed: a refund can then revoke only the certificates. */
export async function hasAccessEnded(db: Db | Tx, orderId: string): Promise<boolean> {
	const ended = db
		.selectFrom('entitlements')
		.select('id')
		.where('order_id', '=', orderId)
		.where(sql<boolean>`ends_at <= now()`)
	return (await ended.limit(1).executeTakeFirst()) !== undefined
}

/** SQL condition for the entitlements of a learner: the account's own, and those of its address once it's verified. */
const belongsTo = (userId: string) => sql<boolean>`(entitlements.user_id = ${userId} or entitlements.email = (
	select email from auth.users where id = ${userId} and email_confirmed_at is not null and deleted_at is null))`

/** Lists the products that are open to a learner. One open entitlement is enough. */
export async function listEntitlements(db: Db | Tx, userId: string): Promise<string[]> {
	const held = db.selectFrom('entitlements').select('product_code').distinct().where(isOpen).where(belongsTo(userId))
	return (await held.orderBy('product_code').execute()).map((row) => row.product_code)
}

type Row = { course_ids: string[]; module_ids: number[] }

export const contentsOf = ({ course_ids: courses, module_ids: modules }: Row): CourseContents => ({ courses, modules })

export const toContentsColumns = ({ courses, modules }: CourseContents): Row => ({ course_ids: [...courses], module_ids: [...modules] })

export const opensAny = ({ courses, modules }: CourseContents): RawBuilder<boolean> =>
	sql<boolean>`(entitlements.course_ids && ${courses}::text[] or entitlements.module_ids && ${modules}::smallint[])`

const selectOpened = (db: Db | Tx, userId: string) =>
	db.selectFrom('entitlements').select(['course_ids', 'module_ids']).distinct().where(isOpen).where(belongsTo(userId))

export const readOpened = async (db: Db | Tx, userId: string): Promise<CourseContents> =>
	joinContents((await selectOpened(db, userId).execute()).map(contentsOf))

/** Reads what a learner can open indefinitely, and so has no reason to buy again. */
export const readOpenedForGood = async (db: Db | Tx, userId: string): Promise<CourseContents> =>
	joinContents((await selectOpened(db, userId).where('ends_at', 'is', null).execute()).map(contentsOf))

export const hasModuleAccess = async (db: Db | Tx, userId: string, module: GatedModule): Promise<boolean> =>
	opensModule(await readOpened(db, userId), module)

/** State of a learner's access. `none`: never bought. `suspended`: a dispute is open. `ended`: refunded, revoked, or its end has passed. */
export type AccessState = 'active' | 'suspended' | 'ended' | 'none'

/**
 * Reads the state of a learner's access, and when it ends or ended; null for no end.
 * @param wanted only entitlements that open any of these; all if omitted
 */
export async function readAccess(
	db: Db | Tx,
	userId: string,
	wanted?: CourseContents,
): Promise<{ access: AccessState; endsAt: Date | null }> {
	const rows = await db
		.selectFrom('entitlements')
		.select(['state', 'ends_at', isOpen.as('is_open')])
		.$if(wanted !== undefined, (query) => (wanted ? query.where(opensAny(wanted)) : query))
		.where(belongsTo(userId))
		.execute()
	const endOf = (chosen: typeof rows) => latestEnd(chosen.map(({ ends_at: endsAt }) => endsAt))
	const open = rows.filter((row) => row.is_open)
	if (open.length > 0) return { access: 'active', endsAt: endOf(open) }
	if (rows.some(({ state }) => state === 'suspended')) return { access: 'suspended', endsAt: null }
	return { access: rows.length > 0 ? 'ended' : 'none', endsAt: endOf(rows.filter(({ state }) => state === 'active')) }
}

/** @param wanted as in `readAccess` */
export const readAccessState = async (db: Db | Tx, userId: string, wanted?: CourseContents): Promise<AccessState> =>
	(await readAccess(db, userId, wanted)).access

type Account = { email: string | null; email_confirmed_at: Date | null }

/** SQL condition for the entitlements of an account, including those that wait until its address is verified. */
const belongsToAccount = ({ id, email, email_confirmed_at: confirmedAt }: Account & { id: string }) =>
	sql<boolean>`(user_id = ${id} or (email = ${email} and (${confirmedAt !== null} or user_id is null)))`

/**
 * True if an account has access to any of these until at least `end`, or will have it once its address is verified. If `end` is null,
 * only access without an end counts.
 */
export async function hasAccessUntil(
	db: Db | Tx,
	account: Account & { id: string },
	{ wanted, end }: { wanted: CourseContents; end: Date | null },
): Promise<boolean> {
	const held = db.selectFrom('entitlements').select('order_id').where(isOpenUntil(end)).where(belongsToAccount(account))
	return (await held.where(opensAny(wanted)).limit(1).executeTakeFirst()) !== undefined
}

/** Selects entitlements by the contents stored with them, even if their offer is no longer sold. */
const selectAccess = (db: Db | Tx, wanted: CourseContents) =>
	db.selectFrom('entitlements').select('order_id').where(isOpen).where(opensAny(wanted))

/** Lists the orders that give access, oldest first. */
async function listAccess(db: Db | Tx, userId: string, wanted: CourseContents): Promise<string[]> {
	const rows = await selectAccess(db, wanted).where(belongsTo(userId)).orderBy('granted_at').orderBy('order_id').execute()
	return rows.map((row) => row.order_id)
}

export const findAccess = async (db: Db | Tx, userId: string, wanted: CourseContents): Promise<string | null> =>
	(await listAccess(db, userId, wanted))[0] ?? null

/** Same as `findAccess`, but locks the order until the transaction ends: a refund happens either before or after. */
export async function findAccessAndLock(tx: Tx, userId: string, wanted: CourseContents): Promise<string | null> {
	for (const orderId of await listAccess(tx, userId, wanted)) {
		await tx.selectFrom('orders').select('id').where('id', '=', orderId).forShare().execute()
		if (await selectAccess(tx, wanted).where('order_id', '=', orderId).forShare().executeTakeFirst()) return orderId
	}
	return null
}

/** @returns the accounts whose access through this order has just ended for good */
export async function setEntitlementState(
	tx: Tx,
	{ orderId, state }: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<string[]> {
	const changed = await tx
		.updateTable('entitlements')
		.set({ state })
		.where('order_id', '=', orderId)
		.where('state', '<>', state)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
	return changed && state === 'revoked' ? findHolders(tx, changed) : []
}

/**
 * Grants a product to the buyer of an order, once per order and product.
 * @param grant.opens contents of the product at purchase
 */
export async function grantEntitlement(
	tx: Tx,
	grant: {
		orderId: string
		productCode: string
		opens: CourseContents
		userId: string | null
		email: string
		now: Date
		endsAt?: Date | null
	},
): Promise<void> {
	await tx
		.insertInto('entitlements')
		.values({
			order_id: grant.orderId,
			product_code: grant.productCode,
			...toContentsColumns(grant.opens),
			user_id: grant.userId,
			email: grant.email,
			granted_at: grant.now,
			ends_at: grant.endsAt ?? null,
		})
		.onConflict((conflict) => conflict.columns(['order_id', 'product_code']).doNothing())
		.execute()
}
