import { sql } from 'kysely'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { withClient } from '#tests/releases/database-text.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeDir } from '#tests/setup/embedded-dir.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { migrate, MIGRATIONS_DIR } from './migrate.ts'
import { dropMonths, createMonthPartitionsUntil } from './month-partitions.ts'

const LOG = 'auth.audit_log_entries'
const enter = (at: string) => `insert into ${LOG} (action, outcome, created_at) values ('login', 'success', ${at})`

test('the audit log of an older database becomes the first partition unchanged, including future rows', async () => {
	const { connection, drop } = await cloneDatabase('template0')
	onTestFinished(drop)
	const dir = makeDir()
	for (const file of fs.readdirSync(MIGRATIONS_DIR).filter((name) => name < '0356'))
		fs.cpSync(path.join(MIGRATIONS_DIR, file), path.join(dir, file))
	await migrate(connection, { dir, schemaDir: null })
	const before = await withClient(connection, async (client) => {
		for (const at of [`now() - interval '3 years'`, `now() - interval '1 day'`, `now() + interval '5 years'`]) await client.query(enter(at))
		const { rows } = await client.query<{ file: number }>(`select pg_relation_filenode('${LOG}') as file`)
		return rows[0]?.file
	})
	expect(await migrate(connection)).toEqual(
		expect.arrayContaining(['0356_bound_of_the_security_log.sql', '0357_months_of_the_security_log.sql']),
	)

	await withClient(connection, async (client) => {
		const { rows } = await client.query<{ name: string; file: number; entries: number }>(`select tableoid::regclass::text as name,
			pg_relation_filenode(tableoid) as file, count(*)::int as entries from ${LOG} group by 1, 2`)
		expect(rows).toEqual([{ name: expect.stringMatching(/^auth\.audit_log_entries_before_\d{4}_\d{2}$/), file: before, entries: 3 }])
		for (const at of ['now()', `now() + interval '40 days'`, `now() + interval '60 days'`]) await client.query(enter(at))
		const { rows: strays } = await client.query(`select from ${LOG}_spare`)
		expect(strays).toEqual([])
		await expect(client.query(`${enter('now()').replace(`'success'`, `'neither'`)}`)).rejects.toThrow('audit_log_entries_outcome_check')
	})
})

test('month partitions are created once, and only complete past months are dropped', async () => {
	const { deps } = await makeTestDeps()
	const count = async () => (await deps.db.selectFrom(LOG).select('id').execute()).length
	const enterOn = (at: Date) => deps.db.insertInto(LOG).values({ action: 'login', outcome: 'success', created_at: at }).execute()
	const start = await count()
	const ahead = new Date(Date.now() + 200 * 86_400_000)
	await enterOn(ahead)
	await Promise.all(
		[createMonthPartitionsUntil(deps.db, LOG, ahead), createMonthPartitionsUntil(deps.db, LOG, ahead)].map((made) => made.catch(() => {})),
	)
	await createMonthPartitionsUntil(deps.db, LOG, ahead)
	const { rows } = await sql<{
		name: string
	}>`select tableoid::regclass::text as name from auth.audit_log_entries where created_at = ${ahead}`.execute(deps.db)
	expect(rows).toEqual([{ name: `${LOG}_${ahead.toISOString().slice(0, 7).replace('-', '_')}` }])
	expect(await count()).toBe(start + 1)
	await dropMonths(deps.db, LOG, ahead)
	expect(await count()).toBe(1)
})
