import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { createUser } from './create-user.ts'
import type { UserRecord } from './user-record.ts'

export type SkippedWork = {
	/** True creates a decoy account, to match a request that would have created an account. */
	creates: boolean
	/** Emails the decoy account; null if the request itself sent an email. */
	mails: ((stranger: UserRecord) => Promise<void>) | null
}

/** Does the work that a request skipped, and rolls it back, so that response times don't reveal whether an address has an account. */
export async function equalizeTiming(ctx: ServiceContext, tx: Tx, { creates, mails }: SkippedWork): Promise<void> {
	await sql`savepoint pretence`.execute(tx)
	if (creates) {
		const email = `${randomUUID()}@pretence.invalid`
		const stranger = await createUser(ctx, tx, { email, passwordHash: null, data: {}, isConfirmed: false })
		if (stranger) await mails?.(stranger)
	}
	await sql`rollback to savepoint pretence`.execute(tx)
}
