import type pg from 'pg'

import { inSql, queryNamed, type Table } from './tables.ts'

type ForeignKey = { of: string; name: string; definition: string }

async function dropForeignKeys(client: pg.ClientBase, names: readonly string[]): Promise<ForeignKey[]> {
	const { rows } = await client.query<ForeignKey>(
		`select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
			from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::text[]::regclass[]) order by 1, 2`,
		[names],
	)
	for (const { of, name } of rows) await queryNamed(client, `alter table ${of} drop constraint ${name}`)
	return rows
}

/**
 * Loads rows into empty tables in any order, in the open transaction: until `work` is done, no trigger fires, no foreign key is
 * checked and no policy applies. Needs only the rights of the tables' owner.
 * @throws the error of `work`, or that of a row which refers to a missing one
 */
export async function loading<T>(client: pg.ClientBase, tables: readonly Table[], work: () => Promise<T>): Promise<T> {
	const names = tables.map(({ name }) => inSql(name))
	const { rows: forced } = await client.query<{ name: string }>(
		'select oid::regclass::text as name from pg_class where relforcerowsecurity and oid = any($1::text[]::regclass[])',
		[names],
	)
	// COPY refuses a table whose policies apply to its owner.
	for (const { name } of forced) await queryNamed(client, `alter table ${name} no force row level security`)
	for (const name of names) await queryNamed(client, `alter table ${name} disable trigger user`)
	const keys = await dropForeignKeys(client, names)
	const result = await work()
	for (const { of, name, definition } of keys) await queryNamed(client, `alter table ${of} add constraint ${name} ${definition}`)
	for (const name of names) await queryNamed(client, `alter table ${name} enable trigger user`)
	for (const { name } of forced) await queryNamed(client, `alter table ${name} force row level security`)
	return result
}
