import { accountRow, accountTables, sessionProofs } from './account-tables.ts'
import { learningTables } from './learning-tables.ts'
import { machineTables } from './machine-tables.ts'
import { messageTables } from './message-tables.ts'
import { moneyTables } from './money-tables.ts'
import type { TableRule } from './table-rule.ts'
import { visitorTables } from './visitor-tables.ts'

/**
 * Every table of the database with its personal data, retention, export and erasure. Children come before their parents, the account last:
 * rows are found and deleted in this order. A table that is missing here fails `registry.test.ts`.
 */
export function registryWith(plugins: readonly { tables?: readonly TableRule[] }[]): readonly TableRule[] {
	const ofPlugins = plugins.flatMap((plugin) => plugin.tables ?? [])
	return [
		// First: a plugin finds its rows through other tables, which must still have their person.
		...ofPlugins.filter(({ person }) => person !== null),
		...learningTables,
		...messageTables,
		...visitorTables,
		...moneyTables,
		...machineTables,
		sessionProofs,
		...accountTables,
		...ofPlugins.filter(({ person }) => person === null),
		accountRow,
	]
}

const trunk = registryWith([])

/** Rule of a table that belongs to no plugin. @throws Error for one that is missing */
export function findTableRule(table: TableRule['table']): TableRule {
	const rule = trunk.find((candidate) => candidate.table === table)
	if (!rule) throw new Error(`${table} is not in the registry`)
	return rule
}
