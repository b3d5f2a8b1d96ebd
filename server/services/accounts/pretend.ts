import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { ServiceContext, Tx } from '#server/context.ts'

import { createUser } from './create-user.ts'
import type { UserRecord } from './user-record.ts'

/**
 * Does the work of creating an account and takes it all back: an address that needs none must not answer sooner. The
 * stranger exists only within `work`.
 */
export async function pretendToCreate(ctx: ServiceContext, tx: Tx, work: (stranger: UserRecord) => Promise<void>): Promise<void> {
	await sql`savepoint pretence`.execute(tx)
	const email = `${randomUUID()}@pretence.invalid`
	const stranger = await createUser(ctx, tx, { email, passwordHash: null, data: {}, isConfirmed: false })
	if (stranger) await work(stranger)
	await sql`rollback to savepoint pretence`.execute(tx)
}
