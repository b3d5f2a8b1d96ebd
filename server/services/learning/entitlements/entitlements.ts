import { type RawBuilder, sql } from 'kysely'

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

/** Lists the products that are open to a learner. One active entitlement is enough. */
export async function listEntitlements(db: Db | Tx, userId: string): Promise<string[]> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await db
		.selectFrom('entitlements')
		.select('product_code')
		.distinct()
		.where('state', '=', 'active')
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('product_code')
		.execute()
	return rows.map((row) => row.product_code)
}

type Row = { course_ids: string[]; module_ids: number[] }

export const contentsOf = ({ course_ids: courses, module_ids: modules }: Row): CourseContents => ({ courses, modules })

export const contentsColumns = ({ courses, modules }: CourseContents): Row => ({ course_ids: [...courses], module_ids: [...modules] })

export const opensAny = ({ courses, modules }: CourseContents): RawBuilder<boolean> =>
	sql<boolean>`(entitlements.course_ids && ${courses}::text[] or entitlements.module_ids && ${modules}::smallint[])`

export async function readOpened(db: Db | Tx, userId: string): Promise<CourseContents> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await db
		.selectFrom('entitlements')
		.select(['course_ids', 'module_ids'])
		.distinct()
		.where('state', '=', 'active')
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.execute()
	return joinContents(rows.map(contentsOf))
}

export const hasModuleAccess = async (db: Db | Tx, userId: string, module: GatedModule): Promise<boolean> =>
	opensModule(await readOpened(db, userId), module)

/** State of a learner's access. `none`: never bought. `suspended`: a dispute is open. `ended`: refunded or revoked. */
export type AccessState = 'active' | 'suspended' | 'ended' | 'none'

/** @param wanted only entitlements that open any of these; all if omitted */
export async function readAccessState(db: Db | Tx, userId: string, wanted?: CourseContents): Promise<AccessState> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await db
		.selectFrom('entitlements')
		.select('state')
		.distinct()
		.$if(wanted !== undefined, (query) => (wanted ? query.where(opensAny(wanted)) : query))
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.execute()
	const states = rows.map(({ state }) => state)
	if (states.includes('active')) return 'active'
	if (states.includes('suspended')) return 'suspended'
	return states.length > 0 ? 'ended' : 'none'
}

type Account = { email: string | null; email_confirmed_at: Date | null }

/**
 * True if access waits until this account's address is verified.
 * @param wanted only access to any of these; any access if omitted
 */
export async function hasUnclaimedAccess(db: Db | Tx, account: Account, wanted?: CourseContents): Promise<boolean> {
	if (account.email === null || account.email_confirmed_at !== null) return false
	const found = await db
		.selectFrom('entitlements')
		.select('order_id')
		.where('state', '=', 'active')
		.where('user_id', 'is', null)
		.where('email', '=', account.email)
		.$if(wanted !== undefined, (query) => (wanted ? query.where(opensAny(wanted)) : query))
		.limit(1)
		.executeTakeFirst()
	return found !== undefined
}

/** Selects entitlements by the contents stored with them, even if their offer is no longer sold. */
const selectAccess = (db: Db | Tx, wanted: CourseContents) =>
	db.selectFrom('entitlements').select('order_id').where('state', '=', 'active').where(opensAny(wanted))

/** Lists the orders that give access, oldest first. */
async function listAccess(db: Db | Tx, userId: string, wanted: CourseContents): Promise<string[]> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await selectAccess(db, wanted)
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('granted_at')
		.orderBy('order_id')
		.execute()
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
	grant: { orderId: string; productCode: string; opens: CourseContents; userId: string | null; email: string; now: Date },
): Promise<void> {
	await tx
		.insertInto('entitlements')
		.values({
			order_id: grant.orderId,
			product_code: grant.productCode,
			...contentsColumns(grant.opens),
			user_id: grant.userId,
			email: grant.email,
			granted_at: grant.now,
		})
		.onConflict((conflict) => conflict.columns(['order_id', 'product_code']).doNothing())
		.execute()
}
