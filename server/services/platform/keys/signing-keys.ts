import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'

import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { JwtAlgorithm, JwtConfig, TokenKey, VerifiedClaims } from './access-token.ts'

/** A subset of the context that command-line scripts can provide. */
export type KeyContext = Pick<ServiceContext, 'db' | 'now' | 'config' | 'state'>

export type PublicJwk = JsonWebKey & { kid: string; alg: JwtAlgorithm; use: 'sig'; key_ops: ['verify'] }
export type SigningKeys = {
	/** Signing key. `kid` is null for a configured secret without a name. */
	current: { kid: string | null; alg: JwtAlgorithm; privateKey: KeyObject }
	/** Keys by ID, except revoked ones. */
	verifiers: ReadonlyMap<string, TokenKey>
	/** Key for tokens without a `kid`. */
	unnamed: TokenKey | null
	/** Public keys. HMAC secrets are excluded, because a secret that verifies can also sign. */
	jwks: { keys: PublicJwk[] }
	/** Fingerprint of the keys in the database. */
	stamp: string
	/** Cache of tokens verified with these keys. */
	verified: Map<string, VerifiedClaims>
}

/** Adds a key, unless there already is one with this status: several processes may try at once. */
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

const stampOf = (rows: readonly { kid: string; status: string }[]) => rows.map(({ kid, status }) => `${kid} ${status}`).join()

/** Returns the fingerprint of the keys without loading them. */
const readStamp = async (db: Db): Promise<string> =>
	stampOf(
		await db
			.selectFrom('auth.signing_keys')
			.select(['kid', 'status'])
			.where('status', '!=', 'revoked')
			.orderBy('created_at', 'desc')
			.execute(),
	)

const toPublicJwk = (kid: string, { alg, key }: TokenKey): PublicJwk => ({
	...key.export({ format: 'jwk' }),
	kid,
	alg,
	use: 'sig',
	key_ops: ['verify'],
})

/** Loads the server's own keys. If the operator's key signs, none is created, and existing ones only verify. */
async function loadOwnKeys({ db, now, config }: KeyContext) {
	let rows = await selectKeys(db)
	if (!config.auth.jwt.signer && !rows.some(({ status }) => status === 'current')) {
		await addSigningKey(db, 'current', now())
		rows = await selectKeys(db)
	}
	return rows.map(({ kid, status, private_jwk: jwk }) => ({
		kid,
		status,
		privateKey: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }),
	}))
}

function listVerifiers(ownKeys: Awaited<ReturnType<typeof loadOwnKeys>>, { keys, secret }: JwtConfig): Map<string, TokenKey> {
	const configured = [...(secret ? [secret] : []), ...keys]
	return new Map([
		...ownKeys.map(({ kid, privateKey }): [string, TokenKey] => [kid, { alg: 'ES256', key: createPublicKey(privateKey) }]),
		...configured.flatMap(({ kid, alg, verifies }): [string, TokenKey][] => (kid === null ? [] : [[kid, { alg, key: verifies }]])),
	])
}

async function loadKeys(keeper: KeyContext): Promise<SigningKeys> {
	const { jwt } = keeper.config.auth
	const ownKeys = await loadOwnKeys(keeper)
	const ownCurrent = ownKeys.find(({ status }) => status === 'current')
	const current = jwt.signer?.signs
		? { kid: jwt.signer.kid, alg: jwt.signer.alg, privateKey: jwt.signer.signs }
		: ownCurrent && { kid: ownCurrent.kid, alg: 'ES256' as const, privateKey: ownCurrent.privateKey }
	if (!current) throw new Error('no current signing key')
	const verifiers = listVerifiers(ownKeys, jwt)
	return {
		current,
		verifiers,
		unnamed: jwt.secret && { alg: jwt.secret.alg, key: jwt.secret.verifies },
		stamp: stampOf(ownKeys),
		verified: new Map(),
		jwks: { keys: [...verifiers].flatMap(([kid, key]) => (key.alg === 'HS256' ? [] : [toPublicJwk(kid, key)])) },
	}
}

/** Maximum age of cached keys: one that another process has revoked must be rejected within a second. */
const STALE_AFTER_MS = 900
/** Minimum age of the cache before an unknown key ID causes a reload, since anyone can send forged IDs. */
const RELOAD_AFTER_MS = 100
type Loaded = {
	keys: Promise<SigningKeys>
	/** Previous keys, used while `keys` is pending; null until the first have loaded. */
	known: SigningKeys | null
	loadedAt: number
}
export const createLoadedKeys = () => ({ loaded: null as Loaded | null })

/**
 * Loads the keys if they changed. Otherwise, or if the database is unavailable, returns the same object, which keeps its cache of
 * verified tokens.
 */
async function renewKeys(keeper: KeyContext, known: Promise<SigningKeys> | undefined): Promise<SigningKeys> {
	const before = await known
	if (!before) return loadKeys(keeper)
	try {
		return (await readStamp(keeper.db)) === before.stamp ? before : await loadKeys(keeper)
	} catch {
		return before
	}
}

function load(keeper: KeyContext): Promise<SigningKeys> {
	const held = keeper.state.of(createLoadedKeys)
	const before = held.loaded
	const keys = renewKeys(keeper, before?.keys)
	const entry: Loaded = { keys, known: before?.known ?? null, loadedAt: keeper.now().getTime() }
	held.loaded = entry
	keys.then(
		(arrived) => (entry.known = arrived),
		() => (held.loaded = null),
	)
	return keys
}

function loadOlderThan(ms: number, keeper: KeyContext): Promise<SigningKeys> {
	const known = keeper.state.of(createLoadedKeys).loaded
	const age = known ? keeper.now().getTime() - known.loadedAt : Number.NaN
	// The age is negative if the clock was set back.
	return known && age >= 0 && age < ms ? known.keys : load(keeper)
}

/**
 * Returns the keys for signing and verifying: the configured ones and the server's own. Safe inside a transaction once they are loaded.
 * A process keeps using the first configuration it was called with.
 */
export async function readSigningKeys(keeper: KeyContext): Promise<SigningKeys> {
	const before = keeper.state.of(createLoadedKeys).loaded
	// Don't wait for a pending load: it may need the connection that this transaction holds.
	return before?.known ?? before?.keys ?? load(keeper)
}

/** Returns keys at most 0.9 s old. Don't call it inside a transaction, because it may need another connection. */
export const readRecentKeys = (keeper: KeyContext): Promise<SigningKeys> => loadOlderThan(STALE_AFTER_MS, keeper)

/** Reloads keys that another process may have created. At most ten times a second, so that forged IDs are harmless. */
export const reloadSigningKeys = (keeper: KeyContext): Promise<SigningKeys> => loadOlderThan(RELOAD_AFTER_MS, keeper)

/** Drops the cached keys, after this process has changed them. */
export function forgetSigningKeys({ state }: Pick<KeyContext, 'state'>): void {
	state.of(createLoadedKeys).loaded = null
}
