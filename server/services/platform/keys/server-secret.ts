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
] as const
type SecretName = (typeof SECRET_NAMES)[number]

type Keyring = Pick<ServiceContext, 'state'>

/** Reads with the pool's own `db`, whichever transaction asks: the keys must outlive it. */
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

/** A key made at first use and never changed. */
function readSecret({ state }: Keyring, name: SecretName): Promise<Buffer> {
	const { db, known } = state.of(createSecrets)
	const loading = known.get(name) ?? loadSecret(db, name)
	known.set(name, loading)
	loading.catch(() => known.delete(name))
	return loading
}

export const loadSecrets = (keyring: Keyring) => Promise.all(SECRET_NAMES.map((name) => readSecret(keyring, name)))

/** HMAC-SHA-256 of the parts under one of the server's own keys. Parts are distinguished by position. */
export async function keyedHash(keyring: Keyring, name: SecretName, parts: readonly string[]): Promise<Buffer> {
	const secret = await readSecret(keyring, name)
	return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
