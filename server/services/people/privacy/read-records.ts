import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { belongsTo } from './person.ts'
import { listTableRules } from './registry/registry.ts'
import type { Person, TableRule } from './registry/table-rule.ts'

/** Rows of one table about a person, with readable column names ("first read at"). */
export type PersonalRecords = { title: string; purpose: string; columns: string[]; rows: Record<string, unknown>[] }

const plainName = (column: string) => column.replaceAll('_', ' ')

/** Lists the tables that the export omits, with the reason. */
export const listOmittedTables = ({ plugins }: ServiceContext): { title: string; why: string }[] =>
	listTableRules(plugins).flatMap(({ title, exported, person }) =>
		typeof exported === 'string' && (person !== null || exported !== 'No row is about a person.') ? [{ title, why: exported }] : [],
	)

async function readTable(
	db: Db,
	rule: TableRule,
	{ person, columns }: { person: Person; columns: readonly string[] },
): Promise<PersonalRecords> {
	const { table, title, purpose } = rule
	const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns.map((column) => sql.ref(column)))}
		from ${sql.table(table)} where ${belongsTo(rule, person)}`.execute(db)
	const named = rows.map((row) => Object.fromEntries(columns.map((column) => [plainName(column), row[column]])))
	return { title, purpose, columns: columns.map(plainName), rows: named }
}

/** Reads one table at a time to limit memory. The account comes first. */
export async function* readPersonalRecords({ db, plugins }: ServiceContext, person: Person): AsyncGenerator<PersonalRecords> {
	for (const rule of listTableRules(plugins).toReversed())
		if (rule.person !== null && typeof rule.exported !== 'string') yield await readTable(db, rule, { person, columns: rule.exported })
}

export async function hasPersonalData({ db, plugins }: ServiceContext, person: Person): Promise<boolean> {
	for (const rule of listTableRules(plugins)) {
		if (rule.person === null) continue
		const { rows } = await sql`select 1 from ${sql.table(rule.table)} where ${belongsTo(rule, person)} limit 1`.execute(db)
		if (rows.length > 0) return true
	}
	return false
}
