import { accountRow, accountTables } from './account-tables.ts'
import { learningTables } from './learning-tables.ts'
import { machineTables } from './machine-tables.ts'
import { messageTables } from './message-tables.ts'
import { moneyTables } from './money-tables.ts'
import type { TableRule } from './table-rule.ts'
import { visitorTables } from './visitor-tables.ts'

/**
 * Every table of the database, what it holds about people, how long, and what a copy and a deletion do with it. Children come
 * before their parents, the account last: rows are found and deleted in this order. A table that is missing here fails
 * `registry.test.ts`.
 */
export const registry: readonly TableRule[] = [
	...learningTables,
	...messageTables,
	...visitorTables,
	...moneyTables,
	...machineTables,
	...accountTables,
	accountRow,
]

/** @throws Error for a table that is missing */
export function ruleOf(table: TableRule['table']): TableRule {
	const rule = registry.find((candidate) => candidate.table === table)
	if (!rule) throw new Error(`${table} is not in the registry`)
	return rule
}
