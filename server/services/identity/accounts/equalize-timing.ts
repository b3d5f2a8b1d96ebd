import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { createUser } from './create-user.ts'
import type { UserRecord } from './user-record.ts'

export type SkippedWork = {
	/** Create a stranger's account, because the request creates none. */
	creates: boolean
	/** Mail the stranger, because the request mails no one. */
	mails: ((stranger: UserRecord) => Promise<void>) | null
}

/**
 * Does the part of a request's work that its own address does not need, and rolls it back: every address costs one account
 * and one mail, real or pretended, so that response times do not differ. The stranger exists only in here.
 */
export async function equalizeTiming(ctx: ServiceContext, tx: Tx, { creates, mails }: SkippedWork): Promise<void> {
	await sql`savepoint pretence`.execute(tx)
	if (creates) {
		const email = `${randomUUID()}@pretence.invalid`
		const stranger = await createUser(ctx, tx, { email, passwordHash: null, data: {}, isConfirmed: false })
		if (stranger) await mails?.(stranger)
	}
	await sql`rollback to savepoint pretence`.execute(tx)
}
