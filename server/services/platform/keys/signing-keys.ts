import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'

import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { JwtAlgorithm, JwtConfig, TokenKey } from './token-algorithms.ts'

/** What keys need of a context: a command line has no more. */
export type Keeper = Pick<ServiceContext, 'db' | 'now' | 'config'>

export type PublicJwk = JsonWebKey & { kid: string; alg: JwtAlgorithm; use: 'sig'; key_ops: ['verify'] }
export type SigningKeys = {
	/** `kid` is null for a configured secret without a name. */
	current: { kid: string | null; alg: JwtAlgorithm; privateKey: KeyObject }
	/** Everything that may still have signed a live token, and what will sign the next ones: all but revoked. */
	verifiers: ReadonlyMap<string, TokenKey>
	/** Verifies tokens that name no key. */
	unnamed: TokenKey | null
	/** Public keys alone: a secret that verifies also signs. */
	jwks: { keys: PublicJwk[] }
	/** What the database said of its keys: while it says the same, nothing has changed. */
	stamp: string
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

const stampOf = (rows: readonly { kid: string; status: string }[]) => rows.map(({ kid, status }) => `${kid} ${status}`).join()

/** The stamp as of now, without the keys. */
const readStamp = async (db: Db): Promise<string> =>
	stampOf(
		await db
			.selectFrom('auth.signing_keys')
			.select(['kid', 'status'])
			.where('status', '!=', 'revoked')
			.orderBy('created_at', 'desc')
			.execute(),
	)

/** Public part only; whatever else a JWK holds stays here. */
const toPublicJwk = (kid: string, { alg, key }: TokenKey): PublicJwk => ({
	...key.export({ format: 'jwk' }),
	kid,
	alg,
	use: 'sig',
	key_ops: ['verify'],
})

/** The server's own keys. Where the operator signs with others none is made, and what is left of them only verifies. */
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
		jwks: { keys: [...verifiers].flatMap(([kid, key]) => (key.alg === 'HS256' ? [] : [toPublicJwk(kid, key)])) },
	}
}

/**
 * How long a process may sign and verify with what it knows; another one may have rotated or revoked in the meantime, and
 * what is revoked has to be refused within a second (RELIABILITY A2, V7).
 */
const STALE_AFTER_MS = 900
/** Forged key ids are many: they make it look again at most so often. */
const RELOAD_AFTER_MS = 100
type Loaded = {
	/** On their way at first, and again when they are renewed. */
	keys: Promise<SigningKeys>
	/** What is known meanwhile; null before the first have come. */
	known: SigningKeys | null
	loadedAt: number
}
const loaded = new WeakMap<Db, Loaded>()

/** Keeps the known object when nothing has changed, since verified tokens are remembered with it; and when the database is away. */
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
	const before = loaded.get(keeper.db)
	const keys = renewKeys(keeper, before?.keys)
	const entry: Loaded = { keys, known: before?.known ?? null, loadedAt: keeper.now().getTime() }
	loaded.set(keeper.db, entry)
	keys.then(
		(arrived) => (entry.known = arrived),
		() => loaded.delete(keeper.db),
	)
	return keys
}

function loadOlderThan(ms: number, keeper: Keeper): Promise<SigningKeys> {
	const known = loaded.get(keeper.db)
	const age = known ? keeper.now().getTime() - known.loadedAt : Number.NaN
	// A clock that was set back says nothing about the age.
	return known && age >= 0 && age < ms ? known.keys : load(keeper)
}

/**
 * The keys that sign and verify: those of the configuration, and the server's own, made at first use and kept in the
 * database, so that tokens survive a restart. Safe inside a transaction once they are loaded. A pool's keys are those of
 * the configuration it was first asked with.
 */
export async function readSigningKeys(keeper: Keeper): Promise<SigningKeys> {
	const before = loaded.get(keeper.db)
	// Not what is on its way: that waits for a connection, perhaps for the one whose transaction asks here.
	return before?.known ?? before?.keys ?? load(keeper)
}

/** The same, less than a second behind what other processes have done. Not inside a transaction: it may need a connection. */
export const readRecentKeys = (keeper: Keeper): Promise<SigningKeys> => loadOlderThan(STALE_AFTER_MS, keeper)

/** Looks again for a key another process may have made since; at most ten times a second, so that forged ids cost nothing. */
export const reloadSigningKeys = (keeper: Keeper): Promise<SigningKeys> => loadOlderThan(RELOAD_AFTER_MS, keeper)

/** For the process that has changed them itself. */
export const forgetSigningKeys = (db: Db): boolean => loaded.delete(db)
