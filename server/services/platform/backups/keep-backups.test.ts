import fs from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { planRestore, restoreToTime } from '#server/db/backup/restore-to-time.ts'
import { createDecrypter } from '#server/db/backup/seal.ts'
import { openFolderStore } from '#server/db/backup/store.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { ProcessState } from '#server/services/process-state.ts'
import { makeDir, query, start } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { keepBackups } from './keep-backups.ts'
import { createBackupStatus, readLastBackup } from './record-backup.ts'

const PAUSES = { betweenCopies: 20, afterFailure: 20, beforeFirst: 0, betweenTries: 20 }
const SLOTS = "select count(*)::int as slots from pg_replication_slots where slot_name like 'launchway_log%'"

async function openServer() {
	const home = makeDir()
	const server = await start(home)
	const { host, port, user, database, dataDir } = server
	const connection = { host, port, user, database }
	await migrate(connection)
	const log = createLogger('error', () => {})
	const pools = openPools(connection, log, 2)
	onTestFinished(() => pools.close())
	const keeper = { db: pools.db, log, now: () => new Date(), state: new ProcessState(pools.db, [createBackupStatus]) }
	const keep = (dir: string | null) =>
		keepBackups(
			keeper,
			{ connection, dataDir },
			{ settings: dir === null ? null : { dir, s3: null, recipient: null }, home, pauses: PAUSES },
		)
	return { server, keeper, keep, read: () => keeper.state.of(createBackupStatus).current }
}

const patience = { interval: 20 }

test('a server takes its first backup itself, reports and survives problems, and copies the last commit on shutdown', async () => {
	const { server, keeper, keep, read } = await openServer()
	const backupDir = `${makeDir()}/backups`
	const backups = await keep(backupDir)
	await expect.poll(async () => (await readLastBackup(keeper)).takenAt, patience).not.toBe(null)
	expect(await readLastBackup(keeper)).toMatchObject({ folder: backupDir, megabytes: expect.any(Number), seconds: expect.any(Number) })

	fs.renameSync(backupDir, `${backupDir}-away`)
	fs.writeFileSync(backupDir, 'no folder')
	await query(server, "insert into backups (taken_at, folder) values (now(), 'while away')")
	await expect.poll(() => read()?.logProblem, patience).toBe('The backup folder is missing.')
	fs.rmSync(backupDir)
	fs.renameSync(`${backupDir}-away`, backupDir)
	await expect.poll(() => read()?.logProblem, patience).toBe(null)
	expect(read()).toMatchObject({ host: null, isEncrypted: false, backupProblem: null, bytes: expect.any(Number) })

	await query(server, "insert into backups (taken_at, folder) values (now(), 'the last commit')")
	await backups.stop()
	const back = makeDir()
	const store = openFolderStore(backupDir)
	await restoreToTime({ store, open: await createDecrypter(null) }, await planRestore(store, null), back)
	const restored = await start(back)
	const rows = (await query(restored, 'select folder from backups order by taken_at')) as { folder: string }[]
	await restored.stop()
	expect(rows.map(({ folder }) => folder)).toEqual([backupDir, 'while away', 'the last commit'])

	expect(await query(server, SLOTS)).toEqual([{ slots: 1 }])
	await keep(null)
	expect(await query(server, SLOTS)).toEqual([{ slots: 0 }])
})

test.runIf(isLong)('a failing full backup is recorded once, and a damaged description doesn’t block later backups', async () => {
	const { server, keeper, keep, read } = await openServer()
	const backupDir = `${makeDir()}/backups`
	const { host, port, user, database } = server
	const other = new pg.Client({ host, port, user, database })
	await other.connect()
	await other.query("select pg_advisory_lock(hashtext('launchway.backup'))")
	const backups = await keep(backupDir)
	const failures = async () => keeper.db.selectFrom('backups').select('problem').execute()
	await expect.poll(failures, patience).toEqual([{ problem: 'See the server log for the reason.' }])
	expect(read()?.backupProblem).toBe('See the server log for the reason.')
	const before = read()?.copiedUntil ?? 0
	await expect.poll(() => Number(read()?.copiedUntil) - Number(before), patience).toBeGreaterThan(200)
	const folder = fs.readdirSync(backupDir, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('/log')) ?? ''
	fs.writeFileSync(`${backupDir}/${folder.slice(0, -'/log'.length)}/base-2026-01-01T00-00-00.000Z.json`, '{')
	await other.end()
	await expect.poll(async () => (await readLastBackup(keeper)).folder, patience).toBe(backupDir)
	expect(await failures()).toHaveLength(2)
	await backups.stop()
	await expect(planRestore(openFolderStore(backupDir), null)).rejects.toThrow(/base-2026-01-01T00-00-00\.000Z\.json is damaged/)
})
