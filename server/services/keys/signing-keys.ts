import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'

import type { Db, Tx } from '#server/context.ts'

export type PublicJwk = JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig'; key_ops: ['verify'] }
export type SigningKeys = {
	current: { kid: string; privateKey: KeyObject }
	/** Everything that may still have signed a live token, and what will sign the next ones: all but revoked. */
	publicKeys: ReadonlyMap<string, KeyObject>
	jwks: { keys: PublicJwk[] }
}

/** A new key, unless there is one of that standing already: each process may try. */
export async function addSigningKey(db: Db | Tx, status: 'standby' | 'current', now: Date): Promise<void> {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
	await db
		.insertInto('auth.signing_keys')
		.values({ kid: randomUUID(), alg: 'ES256', status, private_jwk: jwk, created_at: now, status_since: now })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}

const selectKeys = (db: Db) =>
	db.selectFrom('auth.signing_keys').selectAll().where('status', '!=', 'revoked').orderBy('created_at', 'desc').execute()

/** Public part only; whatever else a private JWK holds stays here. */
function toPublicJwk(kid: string, key: KeyObject): PublicJwk {
	const { kty, crv, x, y } = key.export({ format: 'jwk' })
	return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as PublicJwk
}

async function loadKeys(db: Db, now: Date): Promise<SigningKeys> {
	let rows = await selectKeys(db)
	if (!rows.some(({ status }) => status === 'current')) {
		await addSigningKey(db, 'current', now)
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

/** How long a process may sign and verify with what it knows; another one may have rotated or revoked in the meantime. */
const STALE_AFTER_MS = 60_000
/** Forged key ids are many: they make it look again at most so often. */
const RELOAD_AFTER_MS = 30_000
type Loaded = { keys: Promise<SigningKeys>; loadedAt: number }
const loaded = new WeakMap<Db, Loaded>()

const areSame = (one: SigningKeys, other: SigningKeys) =>
	one.current.kid === other.current.kid && [...one.publicKeys.keys()].join() === [...other.publicKeys.keys()].join()

/** Keeps the known object when nothing has changed, since verified tokens are remembered with it; and when the database is away. */
async function renewKeys(db: Db, now: Date, known: Promise<SigningKeys> | undefined): Promise<SigningKeys> {
	const before = await known
	if (!before) return loadKeys(db, now)
	const fresh = await loadKeys(db, now).catch(() => before)
	return areSame(before, fresh) ? before : fresh
}

function load(db: Db, now: Date): Promise<SigningKeys> {
	const keys = renewKeys(db, now, loaded.get(db)?.keys)
	loaded.set(db, { keys, loadedAt: now.getTime() })
	keys.catch(() => loaded.delete(db))
	return keys
}

function loadOlderThan(ms: number, db: Db, now: Date): Promise<SigningKeys> {
	const known = loaded.get(db)
	return known && now.getTime() - known.loadedAt < ms ? known.keys : load(db, now)
}

/** The server's keys, made at first use and kept in the database: tokens survive a restart. Safe inside a transaction once they are loaded. */
export const readSigningKeys = (db: Db, now: Date): Promise<SigningKeys> => loaded.get(db)?.keys ?? load(db, now)

/** The same, at most a minute behind what other processes have done. Not inside a transaction: it may need a connection. */
export const readRecentKeys = (db: Db, now: Date): Promise<SigningKeys> => loadOlderThan(STALE_AFTER_MS, db, now)

/** Looks again for a key another process may have made since; at most twice a minute, so that forged ids cost nothing. */
export const reloadSigningKeys = (db: Db, now: Date): Promise<SigningKeys> => loadOlderThan(RELOAD_AFTER_MS, db, now)

/** For the process that has changed them itself. */
export const forgetSigningKeys = (db: Db): boolean => loaded.delete(db)
