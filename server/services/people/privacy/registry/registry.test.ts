import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { registry } from './registry.ts'

/** The job queue's own bookkeeping; our own data in it is in pgboss.job. */
const IS_BOOKKEEPING = /^pgboss\.(?!job$)/

async function readCatalogue() {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ table: string; columns: string[] }>`
		select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as table,
			array_agg(a.attname::text order by a.attnum) as columns
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^_'
			and n.nspname not in ('pg_catalog', 'information_schema')
		group by 1 order by 1`.execute(deps.db)
	return new Map(rows.filter(({ table }) => !IS_BOOKKEEPING.test(table)).map(({ table, columns }) => [table, columns]))
}

test('every table of the database says what it holds of people, and no table is named that is not there', async () => {
	const catalogue = await readCatalogue()
	expect(registry.map(({ table }) => table as string).toSorted()).toEqual([...catalogue.keys()].toSorted())
})

test('every column that names an account or an address leads to its person', async () => {
	const catalogue = await readCatalogue()
	const unreached = registry
		.filter(({ person }) => person === null)
		.filter(({ table }) => catalogue.get(table)?.some((column) => /^(user_id|email|phone|to_address|to_phone|learner_name)$/.test(column)))
	expect(unreached.map(({ table }) => table)).toEqual([])
})

test('what is exported, cleared or counted by a clock is a column of its table, and never a secret', async () => {
	const catalogue = await readCatalogue()
	for (const { table, exported, erased, retention } of registry) {
		const columns = catalogue.get(table) ?? []
		const copied = typeof exported === 'string' ? [] : exported
		const named = [...copied, ...('clear' in Object(erased) ? Object.keys((erased as { clear: object }).clear) : [])]
		if ('clock' in retention) named.push(retention.clock)
		const secrets = copied.filter((column) => /hash|secret|password|refresh_key|public_key|token|_url$|^url$/.test(column))
		expect({ table, unknown: named.filter((column) => !columns.includes(column)), secrets }).toEqual({ table, unknown: [], secrets: [] })
	}
})

test('tables stand before those they refer to, so that nothing is deleted under its children', async () => {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ child: string; parent: string }>`
		select distinct case when cn.nspname = 'public' then c.relname else cn.nspname || '.' || c.relname end as child,
			case when pn.nspname = 'public' then p.relname else pn.nspname || '.' || p.relname end as parent
		from pg_constraint k
		join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
		join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
		where k.contype = 'f' and k.conrelid <> k.confrelid and cn.nspname <> 'pgboss'`.execute(deps.db)
	const place = (name: string) => registry.findIndex(({ table }) => table === name)
	expect(rows.filter(({ child, parent }) => place(child) > place(parent))).toEqual([])
	expect(rows.length).toBeGreaterThan(20)
})
