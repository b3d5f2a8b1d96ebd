import { createHmac, randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

const SECRET_NAMES = [
	'verification-codes',
	'addresses',
	'made-up-users',
	'newsletter',
	'factor-secrets',
	'recovery-codes',
	'downloads',
	'tickets',
	'proof-of-work',
	'networks',
] as const
type SecretName = (typeof SECRET_NAMES)[number]

type Keyring = Pick<ServiceContext, 'state'>

/** Creates the cache of secrets. It keeps the pool's `db`, even in a transaction: keys must persist if that is rolled back. */
export const createSecrets = (db: Db) => ({ db, known: new Map<SecretName, Promise<Buffer>>() })

async function loadSecret(db: Db, name: SecretName): Promise<Buffer> {
	await db
		.insertInto('auth.server_secrets')
		.values({ name, secret: randomBytes(32) })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute()
	const { secret } = await db.selectFrom('auth.server_secrets').select('secret').where('name', '=', name).executeTakeFirstOrThrow()
	return secret
}

/** Returns a secret, which is created on first use and never changes. */
function readSecret({ state }: Keyring, name: SecretName): Promise<Buffer> {
	const { db, known } = state.of(createSecrets)
	const loading = known.get(name) ?? loadSecret(db, name)
	known.set(name, loading)
	loading.catch(() => known.delete(name))
	return loading
}

export const loadSecrets = (keyring: Keyring) => Promise.all(SECRET_NAMES.map((name) => readSecret(keyring, name)))

/** Computes an HMAC-SHA-256 with one of the server's own keys. The boundaries between parts are included. */
export async function keyedHash(keyring: Keyring, name: SecretName, parts: readonly string[]): Promise<Buffer> {
	const secret = await readSecret(keyring, name)
	return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
