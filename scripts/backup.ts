/**
 * `npm run backup`: takes a full backup now, stored with the scheduled ones. `-- --to <folder>`: copies the embedded database to
 * a new folder, with a checksum of each file. `-- --taken-elsewhere` records that your own tools made a backup. `-- keys` makes a
 * key pair for encryption. `-- drill` restores the newest scheduled backup into a scratch folder, checks it and records the
 * result. The server may run.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { LogCopier } from '#server/db/backup/copy-log.ts'
import { createKeyPair, createDecrypter } from '#server/db/backup/seal.ts'
import { takeBackup } from '#server/db/backup/take-backup.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { type Connection, openPools } from '#server/db/pools.ts'
import { readConfig } from '#server/process/environment.ts'
import { requireSpace, runDrill } from '#server/services/operations/backup-drill/run-drill.ts'
import { takeFullBackup } from '#server/services/platform/backups/full-backups.ts'
import { openBackupLocation } from '#server/services/platform/backups/keep-backups.ts'
import { recordBackup, recordDrill } from '#server/services/platform/backups/record-backup.ts'

import { commandLog as log, fromHere, describeError, runOperatorCommand, runAsCommand, UsageError } from './operate.ts'
import { root } from './run-command.ts'

const USAGE = 'npm run backup -- [--to <folder> | --taken-elsewhere | keys | drill [--key <file>]]'
const FOREIGN = `Back up the database at DATABASE_URL with its own tools, such as pg_dump (docs/backup.md). Then run npm run backup -- --taken-elsewhere.`

const noteBackup = () =>
	runOperatorCommand(async (ctx) => {
		await recordBackup(ctx, null)
		console.log('Recorded: the database was just backed up with other tools.')
	})

type Source = { connection: Connection; dataDir: string }

async function withDb<T>(connection: Connection, work: (keeper: Parameters<typeof takeFullBackup>[0]) => Promise<T>): Promise<T> {
	const pools = openPools(connection, log, 1)
	try {
		return await work({ db: pools.db, now: () => new Date(), log })
	} finally {
		await pools.close()
	}
}

async function copyTo({ connection, dataDir }: Source, folder: string): Promise<void> {
	if (!path.relative(path.dirname(dataDir), folder).startsWith('..'))
		throw new UsageError(`${folder} is in the folder of the database itself; name a folder elsewhere`)
	const { to, files, megabytes } = await takeBackup({ connection, dataDir }, folder)
	console.log(`${to}: ${files} files, ${megabytes} MB. It contains everything except .env, including all personal data.`)
	// The backup itself is complete. Recording it fails if the database belongs to another version, which lacks this table.
	await withDb(connection, (keeper) => recordBackup(keeper, { folder: to, megabytes })).catch((error: unknown) =>
		console.error(`The backup could not be recorded in the database: ${describeError(error)}`),
	)
}

/** Returns the current series of the server's backups, or begins one if there is none. */
async function findSeries(source: Source, place: Awaited<ReturnType<typeof openBackupLocation>>): Promise<string> {
	const copier = new LogCopier({ ...place, ...source, now: () => new Date() })
	try {
		await copier.copy()
		return copier.series ?? ''
	} finally {
		await copier.close()
	}
}

async function takeNow(source: Source, config: ReturnType<typeof readConfig>): Promise<void> {
	if (config.backups === null) throw new UsageError('BACKUPS_ENABLED is off; name a folder with --to')
	const place = await openBackupLocation(config.backups, { dataDir: source.dataDir, home: path.resolve(root, config.dataDir) })
	const series = await findSeries(source, place)
	const taken = await withDb(source.connection, (keeper) =>
		takeFullBackup(keeper, source, { place, series, signal: new AbortController().signal }),
	)
	const sealed = place.seal.isEncrypted ? 'encrypted' : 'not encrypted'
	console.log(
		`${place.store.name}: ${taken.megabytes} MB in ${taken.seconds} s, read back and verified, ${sealed}. It contains everything except .env.`,
	)
}

/** @returns true if the backup can be restored and passes all checks */
async function drill(source: Source, config: ReturnType<typeof readConfig>, key: string | undefined): Promise<boolean> {
	if (config.backups === null) throw new UsageError('BACKUPS_ENABLED is off, so there are no scheduled backups')
	if (config.backups.recipient !== null && key === undefined)
		throw new UsageError('The backups are encrypted; name the file of the secret key: --key <file>')
	const { store } = await openBackupLocation(config.backups, { dataDir: source.dataDir, home: path.resolve(root, config.dataDir) })
	const open = await createDecrypter(key === undefined ? null : fs.readFileSync(fromHere(key), 'utf8'))
	const scratch = makeThrowAwayDir('launchway-drill-', os.tmpdir())
	const begun = performance.now()
	const none = { megabytes: 0, seconds: { restore: 0, checks: 0 } }
	try {
		const done = await withDb(source.connection, ({ db }) => requireSpace(db, store, os.tmpdir()))
			.then(() => runDrill({ store, open }, { scratch, log }))
			.catch((error: unknown) => ({ ...none, problems: [describeError(error)] }))
		const seconds = Math.ceil((performance.now() - begun) / 1000)
		if ('plan' in done)
			console.log(
				`Restored the backup of ${done.plan.base.takenAt.toISOString()} with the log to ${done.plan.copiedUntil.toISOString()}: ` +
					`${done.megabytes} MB in ${done.seconds.restore} s, checked in ${done.seconds.checks} s.`,
			)
		for (const problem of done.problems) console.error(problem)
		if (done.problems.length === 0) console.log('All pages, keys and constraints are valid, and the money adds up.')
		const problem = done.problems.length === 0 ? null : done.problems.join('\n').slice(0, 2000)
		await withDb(source.connection, (keeper) => recordDrill(keeper, { folder: store.name, megabytes: done.megabytes, seconds, problem }))
		return problem === null
	} finally {
		fs.rmSync(scratch, { recursive: true, force: true })
	}
}

async function makeKeys(): Promise<void> {
	const { identity, recipient } = await createKeyPair()
	console.log(`# Keep this line in a file away from the server. Without it no backup can be restored.\n${identity}`)
	console.error(`The server needs only the public key: BACKUP_AGE_RECIPIENT=${recipient}`)
}

async function run(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { to: { type: 'string' }, key: { type: 'string' }, 'taken-elsewhere': { type: 'boolean', default: false } },
		allowPositionals: true,
	})
	const [word, ...more] = positionals
	if (more.length > 0 || (word !== undefined && word !== 'keys' && word !== 'drill')) throw new UsageError(USAGE)
	if (word === 'keys') return makeKeys()
	if (values['taken-elsewhere']) return noteBackup()
	const config = readConfig(process.env)
	const database = await openExistingDatabase({ ...config, projectDir: root }, log)
	try {
		process.stderr.write(`Database: ${database.name}\n`)
		const { connection, dataDir } = database
		if (dataDir === null) throw new UsageError(FOREIGN)
		if (word === 'drill') process.exitCode = (await drill({ connection, dataDir }, config, values.key)) ? 0 : 1
		else if (values.to) await copyTo({ connection, dataDir }, fromHere(values.to))
		else await takeNow({ connection, dataDir }, config)
	} finally {
		await database.stop()
	}
}

await runAsCommand(run)
