/**
 * `npm run keys`: lists the keys that sign access tokens. `-- rotate` creates a new key and lets tokens of the old one expire. `-- revoke`
 * rejects them immediately, for a key that may have leaked; browsers then refresh automatically. Running servers on the same database
 * notice within a second.
 */
import { replaceSigningKeys } from '#server/services/platform/keys/rotate-signing-keys.ts'
import type { KeyContext } from '#server/services/platform/keys/signing-keys.ts'

import { runOperatorCommand, UsageError } from './operate.ts'

const COMMANDS: Record<string, (keeper: KeyContext) => Promise<string>> = {
	list: async () => 'Keys of the access tokens:',
	rotate: async (keeper) => `New tokens are signed with ${await replaceSigningKeys(keeper, { isLeaked: false })}.`,
	revoke: async (keeper) =>
		`All older tokens are refused; new ones are signed with ${await replaceSigningKeys(keeper, { isLeaked: true })}.`,
}

const name = process.argv[2] ?? 'list'
await runOperatorCommand(async (ctx) => {
	const command = COMMANDS[name]
	if (!command) throw new UsageError(`npm run keys -- ${Object.keys(COMMANDS).join(' | ')}`)
	if (name !== 'list' && ctx.config.auth.jwt.signer)
		throw new UsageError('Tokens are signed with GOTRUE_JWT_KEYS or GOTRUE_JWT_SECRET: change the key there and restart the server.')
	console.log(await command(ctx))
	const keys = await ctx.db.selectFrom('auth.signing_keys').select(['kid', 'status', 'status_since']).orderBy('created_at').execute()
	for (const { kid, status, status_since: since } of keys) console.log(`${kid}  ${status} since ${since.toISOString()}`)
})
