import type { DatabaseLocation } from '#server/db/open-database.ts'

import { fromHere } from './operate.ts'
import { root } from './run-command.ts'

const isAddress = (to: string) => /^postgres(ql)?:\/\//.test(to)

/** Returns the location that `--to` names: an address, `embedded` for DATA_DIR, or a folder. */
export const parseDatabaseLocation = (to: string, { dataDir }: { dataDir: string }): DatabaseLocation => ({
	databaseUrl: isAddress(to) ? to : null,
	databaseDirectUrl: null,
	dataDir: to === 'embedded' ? dataDir : fromHere(to),
	projectDir: root,
})

/** Returns instructions for starting the server with the database at this location. */
export function nextSteps(to: string): string {
	if (isAddress(to)) return 'Next: in .env, set DATABASE_URL to that address, then npm start. Its backups are yours: docs/backup.md.'
	return `Next: in .env, remove DATABASE_URL${to === 'embedded' ? '' : ` and set DATA_DIR=${fromHere(to)}`}, then npm start.`
}
