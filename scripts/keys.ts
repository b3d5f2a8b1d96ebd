/**
 * `npm run keys`: the keys that sign access tokens. `-- rotate` makes a new one at once and lets tokens of the old one
 * run out; `-- revoke` refuses them from now on, for a key that somebody else may have: browsers refresh by themselves.
 * Works beside the running server, which notices within a minute, with the same variables.
 */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/logger.ts'
import { replaceSigningKeys } from '#server/services/keys/rotate-signing-keys.ts'
import type { Keeper } from '#server/services/keys/signing-keys.ts'

import { root } from './run-command.ts'

const COMMANDS: Record<string, (keeper: Keeper) => Promise<string>> = {
	list: async () => 'Keys of the access tokens:',
	rotate: async (keeper) => `New tokens are signed with ${await replaceSigningKeys(keeper, { isLeaked: false })}.`,
	revoke: async (keeper) =>
		`All older tokens are refused; new ones are signed with ${await replaceSigningKeys(keeper, { isLeaked: true })}.`,
}

async function run(command: (keeper: Keeper) => Promise<string>): Promise<void> {
	const config = readConfig(process.env)
	const log = createLogger('error', (line) => process.stderr.write(line))
	const database = await openDatabase({ ...config, projectDir: root }, log)
	await migrate(database.connection)
	const pools = openPools(database.connection, log, 2)
	try {
		console.log(await command({ db: pools.db, config, now: () => new Date() }))
		const keys = await pools.db.selectFrom('auth.signing_keys').select(['kid', 'status', 'status_since']).orderBy('created_at').execute()
		for (const { kid, status, status_since: since } of keys) console.log(`${kid}  ${status} since ${since.toISOString()}`)
	} finally {
		await pools.close()
		await database.stop()
	}
}

const name = process.argv[2] ?? 'list'
const command = COMMANDS[name]
if (command && name !== 'list' && readConfig(process.env).auth.jwt.signer) {
	console.error('Tokens are signed with GOTRUE_JWT_KEYS or GOTRUE_JWT_SECRET: change the key there and start the server again.')
	process.exitCode = 1
} else if (command) await run(command)
else {
	console.error(`npm run keys -- ${Object.keys(COMMANDS).join(' | ')}`)
	process.exitCode = 1
}
