/**
 * `npm run backup -- --to <folder>`: copies the embedded database to a new folder, with a checksum of each file; the server may
 * run. `npm run backup -- --taken-elsewhere` records that your own tools made a backup.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { takeBackup } from '#server/db/backup/take-backup.ts'
import type { Connection } from '#server/db/connection.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { readConfig } from '#server/process/environment.ts'
import { recordBackup } from '#server/services/platform/backups/record-backup.ts'

import { inOneSentence, operate, UsageError } from './operate.ts'
import { root } from './run-command.ts'

const FOREIGN = `DATABASE_URL names a server that has its own tools for this; use its pg_dump (docs/backup.md), then npm run backup -- --taken-elsewhere.`

const log = createLogger('warn', (line) => process.stderr.write(line))

/** npm runs scripts in the project folder; relative paths refer to the caller's folder. */
const fromHere = (name: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name)

const noteBackup = () =>
	operate(async (ctx) => {
		await recordBackup(ctx, null)
		console.log('Written down: the database was backed up now, by other tools.')
	})

async function writeDown(connection: Connection, backup: { folder: string; megabytes: number }): Promise<void> {
	const pools = openPools(connection, log, 1)
	try {
		await recordBackup({ db: pools.db, now: () => new Date() }, backup)
	} finally {
		await pools.close()
	}
}

async function run(): Promise<void> {
	const { values } = parseArgs({ options: { to: { type: 'string' }, 'taken-elsewhere': { type: 'boolean', default: false } } })
	if (values['taken-elsewhere']) return noteBackup()
	if (!values.to) throw new UsageError('npm run backup -- --to <folder> | --taken-elsewhere')
	const config = readConfig(process.env)
	const database = await openExistingDatabase({ ...config, projectDir: root }, log)
	try {
		process.stderr.write(`Database: ${database.name}\n`)
		if (database.dataDir === null) throw new UsageError(FOREIGN)
		const { connection, dataDir } = database
		const folder = fromHere(values.to)
		if (!path.relative(path.dirname(dataDir), folder).startsWith('..'))
			throw new UsageError(`${folder} is in the folder of the database itself; name a folder elsewhere`)
		const { to, files, megabytes } = await takeBackup({ connection, dataDir }, folder)
		console.log(`${to}: ${files} files, ${megabytes} MB. It holds everything but .env, and anyone who has it has all personal data.`)
		// The backup is complete. A database of another version lacks this table, which must not make the backup fail.
		await writeDown(database.connection, { folder: to, megabytes }).catch((error: unknown) =>
			console.error(`The backup could not be written down in the database: ${inOneSentence(error)}`),
		)
	} finally {
		await database.stop()
	}
}

await run().catch((error: unknown) => {
	console.error(inOneSentence(error))
	process.exitCode = 1
})
