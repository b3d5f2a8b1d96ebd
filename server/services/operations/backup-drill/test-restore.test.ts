import { type RawBuilder, sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { planRestore } from '#server/db/backup/restore-to-time.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { keepBackups } from '#server/services/platform/backups/keep-backups.ts'
import { createBackupStatus, readLastDrill } from '#server/services/platform/backups/record-backup.ts'
import { ProcessState } from '#server/services/process-state.ts'
import { makeDir, start } from '#tests/setup/embedded-dir.ts'

import { testRestore } from './test-restore.ts'

const PAUSES = { betweenCopies: 20, afterFailure: 20, beforeFirst: 0, betweenTries: 20 }
const patience = { interval: 20 }

test('a restore test checks the newest backup, and reports a damaged one', async () => {
	const home = makeDir()
	const { host, port, user, database, dataDir } = await start(home)
	const connection = { host, port, user, database }
	await migrate(connection)
	const log = createLogger('error', () => {})
	const pools = openPools(connection, log, 2)
	onTestFinished(() => pools.close())
	const keeper = { db: pools.db, log, now: () => new Date(), state: new ProcessState(pools.db, [createBackupStatus]) }
	const holder = keeper.state.of(createBackupStatus)
	const taken = async () => (await pools.db.selectFrom('backups').select('id').where('kind', '=', 'backup').execute()).length
	await testRestore(keeper, { isAsked: true })
	expect(await readLastDrill(keeper)).toBeUndefined()

	const settings = { dir: `${makeDir()}/backups`, s3: null, recipient: null }
	const backups = await keepBackups(keeper, { connection, dataDir }, { settings, home, pauses: PAUSES })
	await expect.poll(taken, patience).toBe(1)
	await expect.poll(() => holder.running.backup, patience).toBe(null)
	holder.control?.takeNow()
	expect(holder.running.backup).toBeInstanceOf(Date)
	await expect.poll(taken, patience).toBe(2)
	await expect.poll(() => holder.running.backup, patience).toBe(null)

	const made = vi.spyOn(fs, 'mkdtempSync')
	// Two clicks: both jobs run at the same time.
	const drill = Promise.all([testRestore(keeper, {}), testRestore(keeper, { isAsked: true })])
	await expect.poll(() => holder.running.drill, patience).toBeInstanceOf(Date)
	await drill
	expect(await readLastDrill(keeper)).toMatchObject({ problem: null })
	expect(holder.running.drill).toBe(null)
	expect(await pools.db.selectFrom('backups').select('id').where('kind', '=', 'drill').execute()).toHaveLength(1)
	// Never on a RAM disk: the academy needs the memory.
	expect(made.mock.calls).toContainEqual([path.join(os.tmpdir(), 'launchway-drill-')])
	made.mockRestore()

	const space = vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync('/'), bavail: 262_144, bsize: 4096 })
	await testRestore(keeper, { isAsked: true })
	space.mockRestore()
	const { problem } = (await readLastDrill(keeper)) ?? {}
	const [, needed] = /^The restore test needs (\d+) MB of free space in .*, which has 1024 MB\. /.exec(problem ?? '') ?? []
	const size = async (query: RawBuilder<{ bytes: number }>) => (await query.execute(pools.db)).rows[0]!.bytes / 2 ** 20
	const whole = await size(sql`select pg_database_size(current_database())::float8 as bytes`)
	// The check rebuilds all indexes before it drops the old ones.
	const indexes = await size(sql`select sum(pg_indexes_size(oid))::float8 as bytes from pg_class where relkind = 'r'`)
	const store = holder.control?.store
	if (!store) throw new Error('the server takes backups')
	const parts = (await planRestore(store, null)).pieces.reduce((sum, { start, end }) => sum + end - start, 0) / 2 ** 20
	expect(Number(needed)).toBeGreaterThan(1024 + whole + indexes + parts - 1)
	await backups.stop()

	const [part = ''] = (await store.list(''))
		.map(({ name }) => name)
		.filter((name) => /part-/.test(name))
		.toReversed()
	await store.remove([part])
	await testRestore(keeper, { isAsked: true })
	expect((await readLastDrill(keeper))?.problem).toEqual(expect.any(String))
})
