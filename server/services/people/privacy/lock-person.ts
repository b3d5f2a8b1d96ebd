import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'

import { belongsTo } from './person.ts'
import { findTableRule } from './registry/registry.ts'
import type { Person } from './registry/table-rule.ts'

/** Locks everything about a person that others may be changing, in the order of docs/adr/0322: orders, entitlements, account. */
export async function lockPerson(tx: Tx, person: Person): Promise<void> {
	for (const table of ['orders', 'entitlements'] as const)
		await sql`select id from ${sql.table(table)} where ${belongsTo(findTableRule(table), person)} order by id for update`.execute(tx)
	if (person.userId !== null) await lockUser(tx, person.userId)
}
