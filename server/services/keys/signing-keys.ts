import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'

import type { Db } from '#server/context.ts'

export type PublicJwk = JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig'; key_ops: ['verify'] }
export type SigningKeys = {
	current: { kid: string; privateKey: KeyObject }
	/** Everything that may still have signed a live token: all but revoked. */
	publicKeys: ReadonlyMap<string, KeyObject>
	jwks: { keys: PublicJwk[] }
}

async function createFirstKey(db: Db): Promise<void> {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	await db
		.insertInto('auth.signing_keys')
		.values({ kid: randomUUID(), alg: 'ES256', status: 'current', private_jwk: JSON.stringify(privateKey.export({ format: 'jwk' })) })
		.onConflict((conflict) => conflict.column('status').where('status', '=', 'current').doNothing())
		.execute()
}

const selectKeys = (db: Db) =>
	db.selectFrom('auth.signing_keys').selectAll().where('status', '!=', 'revoked').orderBy('created_at', 'desc').execute()

/** Public part only; whatever else a private JWK holds stays here. */
function toPublicJwk(kid: string, key: KeyObject): PublicJwk {
	const { kty, crv, x, y } = key.export({ format: 'jwk' })
	return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as PublicJwk
}

async function loadKeys(db: Db): Promise<SigningKeys> {
	let rows = await selectKeys(db)
	if (!rows.some(({ status }) => status === 'current')) {
		await createFirstKey(db)
		rows = await selectKeys(db)
	}
	const keys = rows.map((row) => ({ ...row, privateKey: createPrivateKey({ key: row.private_jwk as JsonWebKey, format: 'jwk' }) }))
	const publicKeys = new Map(keys.map(({ kid, privateKey }) => [kid, createPublicKey(privateKey)]))
	const current = keys.find(({ status }) => status === 'current')
	if (!current) throw new Error('no current signing key')
	return {
		current: { kid: current.kid, privateKey: current.privateKey },
		publicKeys,
		jwks: { keys: [...publicKeys].map(([kid, key]) => toPublicJwk(kid, key)) },
	}
}

const RELOAD_AFTER_MS = 30_000
type Loaded = { keys: Promise<SigningKeys>; loadedAt: number }
const loaded = new WeakMap<Db, Loaded>()

function load(db: Db, now: Date): Promise<SigningKeys> {
	const keys = loadKeys(db)
	loaded.set(db, { keys, loadedAt: now.getTime() })
	keys.catch(() => loaded.delete(db))
	return keys
}

/** The server's keys, made at first use and kept in the database: tokens survive a restart. */
export const readSigningKeys = (db: Db, now: Date): Promise<SigningKeys> => loaded.get(db)?.keys ?? load(db, now)

/** Looks again for a key another process may have made since; at most twice a minute, so that forged ids cost nothing. */
export function reloadSigningKeys(db: Db, now: Date): Promise<SigningKeys> {
	const known = loaded.get(db)
	return known && now.getTime() - known.loadedAt < RELOAD_AFTER_MS ? known.keys : load(db, now)
}
