/**
 * `npm run backup -- --to <folder>`: copies the embedded database, whether or not the server runs, into a new folder with a
 * checksum of each file.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { takeBackup } from '#server/db/backup/take-backup.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { readConfig } from '#server/process/environment.ts'

import { inOneSentence, UsageError } from './operate.ts'
import { root } from './run-command.ts'

const FOREIGN = `DATABASE_URL names a server that has its own tools for this; use its pg_dump (docs/backup.md).`

/** npm runs a script in the project's folder, whatever the caller's folder. */
const fromHere = (name: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name)

async function run(): Promise<void> {
	const { values } = parseArgs({ options: { to: { type: 'string' } } })
	if (!values.to) throw new UsageError('npm run backup -- --to <folder>')
	const config = readConfig(process.env)
	const database = await openExistingDatabase(
		{ ...config, projectDir: root },
		createLogger('warn', (line) => process.stderr.write(line)),
	)
	try {
		process.stderr.write(`Database: ${database.name}\n`)
		if (database.dataDir === null) throw new UsageError(FOREIGN)
		const { to, files, megabytes } = await takeBackup({ connection: database.connection, dataDir: database.dataDir }, fromHere(values.to))
		console.log(`${to}: ${files} files, ${megabytes} MB. It holds everything but .env, and whoever has it has everybody's data.`)
	} finally {
		await database.stop()
	}
}

await run().catch((error: unknown) => {
	console.error(inOneSentence(error))
	process.exitCode = 1
})
