/** `npm run restore -- --from <folder> --data-dir <empty folder>`: creates a new data directory from a backup and tests it. */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { restoreBackup } from '#server/db/backup/restore-backup.ts'

import { inOneSentence, UsageError } from './operate.ts'

/** npm runs scripts in the project folder; relative paths refer to the caller's folder. */
const fromHere = (name: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name)

async function run(): Promise<void> {
	const { values } = parseArgs({ options: { from: { type: 'string' }, 'data-dir': { type: 'string' } } })
	const { from, 'data-dir': dataDir } = values
	if (!from || !dataDir) throw new UsageError('npm run restore -- --from <folder> --data-dir <empty folder>')
	const { takenAt } = await restoreBackup(fromHere(from), fromHere(dataDir))
	console.log(`Everything as of ${takenAt} is in ${fromHere(dataDir)}. Start with DATA_DIR=${fromHere(dataDir)} and the .env of that time.`)
}

await run().catch((error: unknown) => {
	console.error(inOneSentence(error))
	process.exitCode = 1
})
