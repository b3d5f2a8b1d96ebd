/**
 * `npm run import -- <archive.zip> --to <empty folder | embedded | postgres://…>`: loads an archive made by `npm run export` into an
 * academy that has never been started: all of it or nothing. Without `--to`, only checks the archive.
 */
import { parseArgs } from 'node:util'

import { checkArchive, importArchive } from '#server/process/archive.ts'
import { readConfig } from '#server/process/environment.ts'

import { commandLog, fromHere, runAsCommand, UsageError } from './operate.ts'
import { parseDatabaseLocation, nextSteps } from './place-option.ts'

async function run(): Promise<void> {
	const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
	const [given, ...more] = positionals
	if (given === undefined || more.length > 0)
		throw new UsageError('npm run import -- <archive.zip> [--to <empty folder | embedded | postgres://…>]')
	const file = fromHere(given)
	if (values.to === undefined) {
		const { academy, madeAt, tables, hasSecrets } = await checkArchive(file)
		const rows = tables.reduce((sum, table) => sum + table.rows, 0)
		console.log(`${academy} as of ${madeAt}, ${rows} rows, ${hasSecrets ? 'with' : 'without'} secrets; all files are intact.`)
		return console.log('Nothing was imported. Add --to <empty folder | embedded | postgres://…>.')
	}
	const { manifest, otherContent } = await importArchive(file, parseDatabaseLocation(values.to, readConfig(process.env)), {
		log: commandLog,
		onStep: console.error,
	})
	console.log(`${manifest.academy} as of ${manifest.madeAt} is imported; all rows match.`)
	if (!manifest.hasSecrets)
		console.log(
			'It contains no secrets: people have to choose new passwords and set up second factors again, and you have to reconnect services.',
		)
	if (otherContent.length > 0)
		console.log(
			`${otherContent.length} texts differ from those of this program, such as ${otherContent[0]}. To keep yours: unzip ${file} 'content/*'`,
		)
	console.log(nextSteps(values.to))
}

await runAsCommand(run)
