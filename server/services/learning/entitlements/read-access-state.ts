import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { Db, Tx } from '#server/db/database.ts'

import { findVerifiedEmail } from './list-entitlements.ts'
import { opensAny } from './opened-contents.ts'

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
