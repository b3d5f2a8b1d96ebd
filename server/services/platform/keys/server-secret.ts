import { createHmac, randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'

const SECRET_NAMES = [
	'verification-codes',
	'addresses',
	'made-up-users',
	'newsletter',
	'factor-secrets',
	'recovery-codes',
	'downloads',
] as const
type SecretName = (typeof SECRET_NAMES)[number]

const secrets = new WeakMap<Db, Map<SecretName, Promise<Buffer>>>()

async function loadSecret(db: Db, name: SecretName): Promise<Buffer> {
	await db
		.insertInto('auth.server_secrets')
		.values({ name, secret: randomBytes(32) })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute()
	const { secret } = await db.selectFrom('auth.server_secrets').select('secret').where('name', '=', name).executeTakeFirstOrThrow()
	return secret
}

/** A key made at first use and never changed. Pass the pool's own `db`, not a transaction: the key must outlive it. */
function readSecret(db: Db, name: SecretName): Promise<Buffer> {
	const known = secrets.get(db) ?? new Map<SecretName, Promise<Buffer>>()
	secrets.set(db, known)
	const loading = known.get(name) ?? loadSecret(db, name)
	known.set(name, loading)
	loading.catch(() => known.delete(name))
	return loading
}

export const loadSecrets = (db: Db) => Promise.all(SECRET_NAMES.map((name) => readSecret(db, name)))

/** HMAC-SHA-256 of the parts under one of the server's own keys. Parts are distinguished by position. */
export async function keyedHash(db: Db, name: SecretName, parts: readonly string[]): Promise<Buffer> {
	const secret = await readSecret(db, name)
	return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
