import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type ApiKeyRole, roleOfApiKey, verifyAccessToken } from './access-token.ts'

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

/**
 * Creates the cache of secrets. It keeps the pool's `db`, even in a transaction: keys must persist even if the transaction is rolled
 * back.
 */
export const createSecretCache = (db: Db) => ({ db, known: new Map<SecretName, Promise<Buffer>>() })

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
	const { db, known } = state.of(createSecretCache)
	const loading = known.get(name) ?? loadSecret(db, name)
	known.set(name, loading)
	loading.catch(() => known.delete(name))
	return loading
}

export const loadSecrets = (keyring: Keyring) => Promise.all(SECRET_NAMES.map((name) => readSecret(keyring, name)))

/** Computes an HMAC-SHA-256 with one of the server's own keys. Parts are hashed as JSON, so `ab, c` and `a, bc` give different results. */
export async function keyedHash(keyring: Keyring, name: SecretName, parts: readonly string[]): Promise<Buffer> {
	const secret = await readSecret(keyring, name)
	return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}

/**
 * Returns the role of an API key.
 * @returns null for a user's token, which the caller still has to check
 * @throws ServiceError `bad_jwt` (403) for anything else
 */
export async function readApiKey(ctx: ServiceContext, token: string): Promise<ApiKeyRole | null> {
	if (isSecretKey(ctx.config, token)) return 'service_role'
	if (token.startsWith('sb_') && !token.startsWith(SECRET_KEY_PREFIX)) return 'anon'
	return roleOfApiKey(await verifyAccessToken(ctx, token))
}

/** Prefix of every secret API key. The publishable key has a different one. */
export const SECRET_KEY_PREFIX = 'sb_secret_'

/** True for the secret key, which has the rights of `service_role`. Compares in constant time once the prefix matches. */
export function isSecretKey({ auth }: Config, token: string): boolean {
	if (!token.startsWith(SECRET_KEY_PREFIX)) return false
	const matches = timingSafeEqual(sha256(auth.secretKey ?? ''), sha256(token))
	return auth.secretKey !== null && matches
}
