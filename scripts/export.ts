/**
 * `npm run export -- --to <new file.zip> [--with-secrets]`: writes everything the operator owns into one archive: a CSV file per
 * table, published content, uploads, and a manifest. The server may run. `--with-secrets` adds what a complete move needs: keys,
 * password hashes, second factors.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'

import { exportArchive } from '#server/process/archive.ts'
import { readConfig } from '#server/process/environment.ts'

import { commandLog, fromHere, runAsCommand, UsageError } from './operate.ts'
import { root } from './run-command.ts'

async function run(): Promise<void> {
	const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-secrets': { type: 'boolean', default: false } } })
	if (!values.to) throw new UsageError('npm run export -- --to <new file.zip> [--with-secrets]')
	const file = fromHere(values.to)
	const hasSecrets = values['with-secrets']
	const { tables, files, madeAt } = await exportArchive(
		{ ...readConfig(process.env), projectDir: root },
		{ file, hasSecrets, now: () => new Date() },
		{ log: commandLog, onStep: console.error },
	)
	const rows = tables.reduce((sum, table) => sum + table.rows, 0)
	const megabytes = Math.ceil(fs.statSync(file).size / 2 ** 20)
	console.log(`${file}: ${rows} rows of ${tables.length} tables and ${Object.keys(files).length} files, as of ${madeAt}, ${megabytes} MB.`)
	console.log(
		hasSecrets
			? 'It contains all personal data, keys and password hashes: encrypt it before it leaves this machine, and keep .env with it.'
			: 'It contains all personal data, but no passwords, second factors or keys. For a complete move, add --with-secrets.',
	)
}

await runAsCommand(run)
