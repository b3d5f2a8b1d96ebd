import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'

import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { VerifiedClaims } from './access-token.ts'
import type { JwtAlgorithm, JwtConfig, TokenKey } from './token-algorithms.ts'

/** Context for key operations; a command line has no more. */
export type Keeper = Pick<ServiceContext, 'db' | 'now' | 'config' | 'state'>

export type PublicJwk = JsonWebKey & { kid: string; alg: JwtAlgorithm; use: 'sig'; key_ops: ['verify'] }
export type SigningKeys = {
	/** `kid` is null for a configured secret without a name. */
	current: { kid: string | null; alg: JwtAlgorithm; privateKey: KeyObject }
	/** Keys that may have signed a live token, and those that sign the next ones: all but revoked. */
	verifiers: ReadonlyMap<string, TokenKey>
	/** Verifies tokens that name no key. */
	unnamed: TokenKey | null
	/** Public keys only: a secret that verifies also signs. */
	jwks: { keys: PublicJwk[] }
	/** State of the keys in the database: while it is the same, nothing has changed. */
	stamp: string
	/** Tokens that these keys have verified: forgotten with them. */
	verified: Map<string, VerifiedClaims>
}

/** A new key, unless there already is one with this status: several processes may try. */
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

/** The current stamp, without the keys. */
const readStamp = async (db: Db): Promise<string> =>
	stampOf(
		await db
			.selectFrom('auth.signing_keys')
			.select(['kid', 'status'])
			.where('status', '!=', 'revoked')
			.orderBy('created_at', 'desc')
			.execute(),
	)

/** The public part only; everything else in a JWK stays here. */
const toPublicJwk = (kid: string, { alg, key }: TokenKey): PublicJwk => ({
	...key.export({ format: 'jwk' }),
	kid,
	alg,
	use: 'sig',
	key_ops: ['verify'],
})

/** The server's own keys. If the operator signs with others, none is created, and the remaining ones only verify. */
async function loadOwnKeys({ db, now, config }: Keeper) {
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

function listVerifiers(own: Awaited<ReturnType<typeof loadOwnKeys>>, { keys, secret }: JwtConfig): Map<string, TokenKey> {
	const configured = [...(secret ? [secret] : []), ...keys]
	return new Map([
		...own.map(({ kid, privateKey }): [string, TokenKey] => [kid, { alg: 'ES256', key: createPublicKey(privateKey) }]),
		...configured.flatMap(({ kid, alg, verifies }): [string, TokenKey][] => (kid === null ? [] : [[kid, { alg, key: verifies }]])),
	])
}

async function loadKeys(keeper: Keeper): Promise<SigningKeys> {
	const { jwt } = keeper.config.auth
	const own = await loadOwnKeys(keeper)
	const ownCurrent = own.find(({ status }) => status === 'current')
	const current = jwt.signer?.signs
		? { kid: jwt.signer.kid, alg: jwt.signer.alg, privateKey: jwt.signer.signs }
		: ownCurrent && { kid: ownCurrent.kid, alg: 'ES256' as const, privateKey: ownCurrent.privateKey }
	if (!current) throw new Error('no current signing key')
	const verifiers = listVerifiers(own, jwt)
	return {
		current,
		verifiers,
		unnamed: jwt.secret && { alg: jwt.secret.alg, key: jwt.secret.verifies },
		stamp: stampOf(own),
		verified: new Map(),
		jwks: { keys: [...verifiers].flatMap(([kid, key]) => (key.alg === 'HS256' ? [] : [toPublicJwk(kid, key)])) },
	}
}

/**
 * Longest time a process uses its cached keys; another one may have rotated or revoked them, and a revoked key has to be refused within a
 * second.
 */
const STALE_AFTER_MS = 900
/** Forged key ids are many: they cause a reload at most this often. */
const RELOAD_AFTER_MS = 100
type Loaded = {
	/** Pending at first, and again while they are renewed. */
	keys: Promise<SigningKeys>
	/** The keys to use meanwhile; null until the first have loaded. */
	known: SigningKeys | null
	loadedAt: number
}
export const createLoadedKeys = () => ({ loaded: null as Loaded | null })

/** Keeps the known object when nothing has changed, since verified tokens are cached in it, and when the database is away. */
async function renewKeys(keeper: Keeper, known: Promise<SigningKeys> | undefined): Promise<SigningKeys> {
	const before = await known
	if (!before) return loadKeys(keeper)
	try {
		return (await readStamp(keeper.db)) === before.stamp ? before : await loadKeys(keeper)
	} catch {
		return before
	}
}

function load(keeper: Keeper): Promise<SigningKeys> {
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

function loadOlderThan(ms: number, keeper: Keeper): Promise<SigningKeys> {
	const known = keeper.state.of(createLoadedKeys).loaded
	const age = known ? keeper.now().getTime() - known.loadedAt : Number.NaN
	// After a clock was set back, the age is unknown.
	return known && age >= 0 && age < ms ? known.keys : load(keeper)
}

/**
 * Keys that sign and verify: those of the configuration, and the server's own, made at first use and stored in the database, so that tokens
 * survive a restart. Safe inside a transaction once they are loaded. A process keeps the keys of its first configuration.
 */
export async function readSigningKeys(keeper: Keeper): Promise<SigningKeys> {
	const before = keeper.state.of(createLoadedKeys).loaded
	// Not the pending ones: they wait for a connection, perhaps the one whose transaction calls this.
	return before?.known ?? before?.keys ?? load(keeper)
}

/** The same, less than a second behind other processes. Not inside a transaction: it may need a connection. */
export const readRecentKeys = (keeper: Keeper): Promise<SigningKeys> => loadOlderThan(STALE_AFTER_MS, keeper)

/** Looks again for a key that another process may have made; at most ten times a second, so that forged ids cost nothing. */
export const reloadSigningKeys = (keeper: Keeper): Promise<SigningKeys> => loadOlderThan(RELOAD_AFTER_MS, keeper)

/** For the process that changed them itself. */
export function forgetSigningKeys({ state }: Pick<Keeper, 'state'>): void {
	state.of(createLoadedKeys).loaded = null
}
