import { loadAuth } from '#app/lib/backend.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { forgetSession } from '#app/lib/stored-session.ts'
import { isNearlyFull, type StorageUse } from '#domain/storage/account-shares.ts'

import type { RecordStore } from './record-store.ts'

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * `refused`: the server rejects a record as it is; `full`: the account has no room for it. Either way it stays in this
 * browser. `nearly-full`: everything is in the account, and there is little room left.
 */
export type SyncState = 'syncing' | 'synced' | 'nearly-full' | 'waiting' | 'refused' | 'full'

/** What the account answered: its records, and how full their share is where one is counted. */
export type Answer<T> = { items: readonly T[]; storage?: StorageUse }

/** The wire calls of one kind of record. */
export type Account<T> = {
	/** Everything the account holds, asked once; without it each answer of `merge` is everything. */
	list?: () => Promise<Answer<T>>
	merge: (items: readonly T[]) => Promise<Answer<T>>
	/** Most records in one call. */
	batch: number
}

export type SyncParts<T> = {
	store: Pick<RecordStore<T>, 'owner' | 'prepareFor' | 'unsent' | 'confirm' | 'subscribe' | 'rules'>
	account: Account<T>
	/** A burst of changes within this time becomes one call. */
	quietMs: number
}

/** Wait before the next try after `failures` in a row: doubling, with a ceiling. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS)

/** A refusal that sending the same record again would get again. */
const isFinal = (error: unknown) => [400, 409, 413].includes(findRefusal(error)?.status ?? 0)
const isFull = (error: unknown) => findRefusal(error)?.code === 'storage_full'
/** The server does not know this token (any more). */
const isTokenRefused = (error: unknown) =>
	['bad_jwt', 'session_not_found', 'user_not_found', 'user_banned'].includes(findRefusal(error)?.code ?? '')

/**
 * Gets a new token, or forgets a session that is over: the auth client would keep a session whose
 * token looks unexpired until then.
 */
async function renewSession(): Promise<void> {
	const auth = await loadAuth()
	const { error } = await auth.refreshSession()
	if (error?.status === undefined || error.status < 400 || error.status >= 500 || error.status === 429) return
	forgetSession()
}

/** One learner's exchange with the account: everything the first time, then whatever the account has not confirmed. */
class AccountExchange<T> {
	readonly #parts: SyncParts<T>
	readonly #userId: string
	/** Records that were refused, as they were then: only a change makes another try worth it. */
	readonly #refused = new Map<string, T>()
	/** Records the account had no room for, as they were then: tried again after a change or when room is freed. */
	readonly #withoutRoom = new Map<string, T>()
	#storage: StorageUse | null = null
	#hasListed = false
	isStopped = false

	constructor(parts: SyncParts<T>, userId: string) {
		this.#parts = parts
		this.#userId = userId
	}

	#isIn = (aside: ReadonlyMap<string, T>) => (item: T) => aside.get(this.#parts.store.rules.idOf(item)) === item

	#unsent = () => this.#parts.store.unsent(this.#userId)

	waiting(): T[] {
		const [isRefused, isWithoutRoom] = [this.#isIn(this.#refused), this.#isIn(this.#withoutRoom)]
		return this.#unsent().filter((item) => !isRefused(item) && !isWithoutRoom(item))
	}

	/** @throws whatever the call threw, but for a refusal that is final */
	async run(): Promise<SyncState> {
		const { store, account } = this.#parts
		// Another account has signed in since: the records are theirs until this one signs in again.
		if (this.#hasListed && store.owner !== '' && store.owner !== this.#userId) return 'waiting'
		store.prepareFor(this.#userId)
		if (!this.#hasListed && account.list) this.#take(await account.list())
		const waiting = this.waiting()
		if (waiting.length === 0 && !account.list) this.#take(await account.merge([]))
		this.#hasListed = true
		for (let from = 0; from < waiting.length && !this.isStopped; from += account.batch)
			await this.#send(waiting.slice(from, from + account.batch))
		if (this.waiting().length > 0) return 'syncing' // changed meanwhile: not in the account yet
		const unsent = this.#unsent()
		if (unsent.some(this.#isIn(this.#withoutRoom))) return 'full'
		if (unsent.length > 0) return 'refused'
		return this.#storage && isNearlyFull(this.#storage) ? 'nearly-full' : 'synced'
	}

	async #send(items: readonly T[]): Promise<void> {
		try {
			this.#take(await this.#parts.account.merge(items), items)
		} catch (error) {
			if (!isFinal(error)) throw error
			// One that cannot be stored takes no other with it.
			if (items.length > 1) for (const item of items) await this.#send([item])
			else for (const item of items) (isFull(error) ? this.#withoutRoom : this.#refused).set(this.#parts.store.rules.idOf(item), item)
		}
	}

	#take({ items, storage }: Answer<T>, sent: readonly T[] = []) {
		if (this.isStopped) return
		this.#parts.store.confirm(this.#userId, { sent, account: items })
		// Freed room is offered to every record that found none.
		if (storage && this.#storage && storage.used < this.#storage.used) this.#withoutRoom.clear()
		this.#storage = storage ?? null
	}
}

/**
 * Keeps one kind of record in browser and account the same: at the start, after each change, when the network or the page
 * comes back, and after failures at growing intervals. What could not be sent stays in the store.
 * @param userId the account; a change of learner starts another sync
 * @returns a function that stops it
 */
export function startSync<T>(parts: SyncParts<T>, userId: string, tell: (state: SyncState) => void): () => void {
	const exchange = new AccountExchange(parts, userId)
	let failures = 0
	let isRunning = false
	let timer: ReturnType<typeof setTimeout> | undefined
	let told: SyncState | null = null

	function onState(state: SyncState) {
		if (state !== told) tell(state)
		told = state
	}

	function schedule(delayMs: number) {
		clearTimeout(timer)
		if (!exchange.isStopped) timer = setTimeout(() => void flush(), delayMs)
	}

	async function attempt(): Promise<SyncState> {
		try {
			const state = await exchange.run()
			failures = 0
			return state
		} catch (error) {
			failures += 1
			if (isTokenRefused(error)) await renewSession().catch(() => {}) // offline: the next try asks again
			return 'waiting'
		}
	}

	async function flush() {
		clearTimeout(timer)
		if (exchange.isStopped || isRunning) return
		isRunning = true
		onState('syncing')
		const state = await attempt()
		isRunning = false
		if (exchange.isStopped) return
		onState(state)
		if (failures > 0) schedule(retryDelayMs(failures))
		else if (state === 'syncing') schedule(parts.quietMs)
	}

	const onOnline = () => void flush()
	// A page that goes out of sight may not come back: what waits goes out now.
	const onVisibility = () => (document.visibilityState === 'visible' || exchange.waiting().length > 0) && void flush()
	const unsubscribe = parts.store.subscribe(() => {
		if (isRunning || failures > 0 || exchange.waiting().length === 0) return
		onState('syncing') // not in the account until it has answered
		schedule(parts.quietMs)
	})
	window.addEventListener('online', onOnline)
	document.addEventListener('visibilitychange', onVisibility)
	void flush()

	return () => {
		exchange.isStopped = true
		clearTimeout(timer)
		unsubscribe()
		window.removeEventListener('online', onOnline)
		document.removeEventListener('visibilitychange', onVisibility)
	}
}
