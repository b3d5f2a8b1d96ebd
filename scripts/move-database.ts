/**
 * `npm run move-database -- --to <postgres://… | embedded | empty folder>`: copies everything from the current database to another
 * PostgreSQL, compares every row, and says how to switch. `embedded` is DATA_DIR. Stop the server first.
 */
import { parseArgs } from 'node:util'

import { readConfig } from '#server/process/environment.ts'
import { moveDatabase } from '#server/process/move-database.ts'

import { commandLog, runAsCommand, UsageError } from './operate.ts'
import { parseDatabaseLocation, nextSteps } from './place-option.ts'
import { root } from './run-command.ts'

async function run(): Promise<void> {
	const { values } = parseArgs({ options: { to: { type: 'string' } } })
	if (!values.to) throw new UsageError('npm run move-database -- --to <postgres://… | embedded | empty folder>')
	const config = readConfig(process.env)
	const moved = await moveDatabase(
		{ from: { ...config, projectDir: root }, to: parseDatabaseLocation(values.to, config) },
		{ log: commandLog, onStep: console.error },
	)
	console.log(`Copied ${moved.rows} rows in ${moved.tables} tables from ${moved.from} to ${moved.to}; all rows match.`)
	console.log(nextSteps(values.to))
	console.log('The old database is unchanged. Delete it once the new one works: it contains personal data.')
}

await runAsCommand(run)
