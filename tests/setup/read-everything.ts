import { sql } from 'kysely'

import type { Deps } from '#server/services/context.ts'

/** Reads every row of our tables, so that any write is noticed. */
export async function readEverything({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
	const { rows: tables } = await sql<{ name: string }>`
		select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`.execute(db)
	const texts = tables.map(
		({ name }) => sql`select ${name} as name, string_agg(t::text, e'\n' order by t::text) as text from ${sql.raw(name)} t`,
	)
	const { rows } = await sql<{ name: string; text: string | null }>`${sql.join(texts, sql` union all `)}`.execute(db)
	return new Map(rows.map(({ name, text }) => [name, text ?? '']))
}
