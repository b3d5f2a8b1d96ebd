import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { belongsTo } from './person.ts'
import { accountRow } from './registry/account-tables.ts'
import { registryWith } from './registry/registry.ts'
import type { Person, TableRule } from './registry/table-rule.ts'

async function eraseFrom(tx: Tx, rule: TableRule, person: Person): Promise<void> {
	const { table, erased } = rule
	if (erased === 'delete') await sql`delete from ${sql.table(table)} where ${belongsTo(rule, person)}`.execute(tx)
	else if ('by' in erased) await erased.by(tx, person)
	else if ('clear' in erased) {
		const changes = Object.entries(erased.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
		await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${belongsTo(rule, person)}`.execute(tx)
	}
}

type Options = Pick<ServiceContext, 'plugins'> & { keepsAccount?: boolean }

/**
 * Deletes a person's rows, or keeps them without personal data, as the registry says. Amounts of orders, payments and refunds
 * stay unchanged. Idempotent.
 * @param options.keepsAccount leaves the account's own row to the caller
 */
export async function erasePerson(tx: Tx, person: Person, { plugins, keepsAccount = false }: Options): Promise<void> {
	for (const rule of registryWith(plugins)) if (!keepsAccount || rule !== accountRow) await eraseFrom(tx, rule, person)
}
