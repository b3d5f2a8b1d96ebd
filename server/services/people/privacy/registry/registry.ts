import { accountRule, accountTables, sessionProofsRule } from './account-tables.ts'
import { learningTables } from './learning-tables.ts'
import { machineTables } from './machine-tables.ts'
import { messageTables } from './message-tables.ts'
import { moneyTables } from './money-tables.ts'
import type { TableRule } from './table-rule.ts'
import { visitorTables } from './visitor-tables.ts'

/**
 * Returns all rules in the order in which rows are found and deleted: children before their parents, the account last.
 * `registry.test.ts` fails if a table is missing.
 */
export function listTableRules(plugins: readonly { tables?: readonly TableRule[] }[]): readonly TableRule[] {
	const ofPlugins = plugins.flatMap((plugin) => plugin.tables ?? [])
	return [
		// Rules of plugins come first: a plugin finds its rows through other tables, which must still refer to their person.
		...ofPlugins.filter(({ person }) => person !== null),
		...learningTables,
		...messageTables,
		...visitorTables,
		...moneyTables,
		...machineTables,
		sessionProofsRule,
		...accountTables,
		...ofPlugins.filter(({ person }) => person === null),
		accountRule,
	]
}

const trunk = listTableRules([])

/**
 * Returns the rule of a table that belongs to no plugin.
 * @throws Error if it has none
 */
export function findTableRule(table: TableRule['table']): TableRule {
	const rule = trunk.find((candidate) => candidate.table === table)
	if (!rule) throw new Error(`${table} is not in the registry`)
	return rule
}
