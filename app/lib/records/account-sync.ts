import { loadAuth } from '#app/lib/backend.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { forgetSession } from '#app/lib/stored-session.ts'
import { isNearlyFull, type StorageUse } from '#domain/storage/storage-quotas.ts'

import type { RecordStore } from './record-store.ts'

const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 5 * 60_000

/**
 * `refused`: the server rejects a record. `full`: the account's quota is used up. Both stay in this browser. `nearly-full`:
 * everything is saved, but little space is left.
 */
export type SyncState = 'syncing' | 'synced' | 'nearly-full' | 'waiting' | 'refused' | 'full'

export type SyncResponse<T> = { items: readonly T[]; storage?: StorageUse }

/** `keepalive`: the page may be closed before the response. */
export type MergeOptions = { keepalive?: boolean }

export type AccountApi<T> = {
	/** Loads all records, once. If absent, each response of `merge` contains all of them. */
	list?: () => Promise<SyncResponse<T>>
	merge: (items: readonly T[], how?: MergeOptions) => Promise<SyncResponse<T>>
	batch: number
}

export type SyncParts<T> = {
	store: Pick<RecordStore<T>, 'owner' | 'prepareFor' | 'unsent' | 'isPending' | 'confirm' | 'subscribe' | 'rules'>
	account: AccountApi<T>
	/** Debounce: changes within this time are sent in one call. */
	quietMs: number
}

/** Returns the delay before a retry, in milliseconds: exponential backoff with a limit. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), MAX_RETRY_MS)

/** True if a retry of the same record would be refused again. */
const isFinal = (error: unknown) => [400, 409, 413].includes(findRefusal(error)?.status ?? 0)
const isFull = (error: unknown) => findRefusal(error)?.code === 'storage_full'
/** True if the server no longer accepts the token. */
const isTokenRefused = (error: unknown) =>
	['bad_jwt', 'session_not_found', 'user_not_found', 'user_banned'].includes(findRefusal(error)?.code ?? '')

/** Renews the token. If the session has ended, removes it: the auth client itself would keep it until the token expires. */
async function renewSession(): Promise<void> {
	const auth = await loadAuth()
	const { error } = await auth.refreshSession()
	if (error?.status === undefined || error.status < 400 || error.status >= 500 || error.status === 429) return
	forgetSession()
}

/** Ignored: the next run gets the same error and handles it. */
const ignore = () => {}

/** Sync of one learner's records: loads everything once, then sends what isn't confirmed. */
class AccountExchange<T> {
	readonly #parts: SyncParts<T>
	readonly #userId: string
	/** Refused records by ID, in the refused version: retried only after a change. */
	readonly #refused = new Map<string, T>()
	/** Records that exceed the quota, by ID, in the version sent: retried after a change, or when space is freed. */
	readonly #overQuota = new Map<string, T>()
	/** Records sent by `sendBeforeLeaving`, by ID, in the version sent, until there is a response. */
	readonly #leaving = new Map<string, T>()
	#storage: StorageUse | null = null
	#hasListed = false
	/** Aborted when the sync ends, even during a run, so that these records are never sent with the next learner's token. */
	readonly #ending: AbortSignal

	constructor(parts: SyncParts<T>, userId: string, ending: AbortSignal) {
		this.#parts = parts
		this.#userId = userId
		this.#ending = ending
	}

	#isIn = (aside: ReadonlyMap<string, T>) => (item: T) => aside.get(this.#parts.store.rules.idOf(item)) === item

	#unsent = () => this.#parts.store.unsent(this.#userId)

	waiting(): T[] {
		const [isRefused, isOverQuota] = [this.#isIn(this.#refused), this.#isIn(this.#overQuota)]
		return this.#unsent().filter((item) => !isRefused(item) && !isOverQuota(item))
	}

	/** @throws errors from the calls, except final refusals */
	async run(): Promise<SyncState> {
		const { store, account } = this.#parts
		// Another account has signed in; the records wait until this one signs in again.
		if (this.#hasListed && store.owner !== '' && store.owner !== this.#userId) return 'waiting'
		store.prepareFor(this.#userId)
		if (!this.#hasListed && account.list) this.#take(await account.list())
		const waiting = this.waiting()
		if (waiting.length === 0 && !account.list) this.#take(await account.merge([]))
		this.#hasListed = true
		for (let from = 0; from < waiting.length; from += account.batch) await this.#send(waiting.slice(from, from + account.batch))
		if (this.waiting().length > 0) return 'syncing' // changed since: not in the account yet
		const unsent = this.#unsent()
		if (unsent.some(this.#isIn(this.#overQuota))) return 'full'
		if (unsent.length > 0) return 'refused'
		return this.#storage && isNearlyFull(this.#storage) ? 'nearly-full' : 'synced'
	}

	/** Sends unsent records in requests that outlive the page. Ignores errors, because the next run sends the records again. */
	sendBeforeLeaving(): void {
		const { store, account } = this.#parts
		const isLeaving = this.#isIn(this.#leaving)
		const waiting = this.waiting().filter((item) => !isLeaving(item))
		const idOf = (item: T) => store.rules.idOf(item)
		for (let from = 0; from < waiting.length; from += account.batch) {
			const batch = waiting.slice(from, from + account.batch)
			for (const item of batch) this.#leaving.set(idOf(item), item)
			const settle = () => batch.forEach((item) => isLeaving(item) && this.#leaving.delete(idOf(item)))
			account
				.merge(batch, { keepalive: true })
				.then((answer) => this.#take(answer, batch), ignore)
				.finally(settle)
		}
	}

	async #send(items: readonly T[]): Promise<void> {
		if (this.#ending.aborted) return
		try {
			this.#take(await this.#parts.account.merge(items), items)
		} catch (error) {
			if (!isFinal(error)) throw error
			// Sends them one by one, so that a rejected record doesn't block the others.
			if (items.length > 1) for (const item of items) await this.#send([item])
			else for (const item of items) (isFull(error) ? this.#overQuota : this.#refused).set(this.#parts.store.rules.idOf(item), item)
		}
	}

	#take({ items, storage }: SyncResponse<T>, sent: readonly T[] = []) {
		if (this.#ending.aborted) return
		this.#parts.store.confirm(this.#userId, { sent, account: items })
		// Space was freed, so all records that were over the quota are retried.
		if (storage && this.#storage && storage.used < this.#storage.used) this.#overQuota.clear()
		this.#storage = storage ?? null
	}
}

/**
 * Keeps one kind of record in sync between browser and account. Also syncs when the network or the page comes back, and when the page is
 * closed. Unsent records stay in the store.
 */
export class RunningSync<T> {
	readonly #parts: SyncParts<T>
	readonly #userId: string
	readonly #tell: (state: SyncState) => void
	readonly #ending = new AbortController()
	#exchange: AccountExchange<T>
	#failures = 0
	#isRunning = false
	#timer: ReturnType<typeof setTimeout> | undefined
	#told: SyncState | null = null

	/** @param userId account to sync with; another account needs a new instance */
	constructor(parts: SyncParts<T>, userId: string, tell: (state: SyncState) => void) {
		this.#parts = parts
		this.#userId = userId
		this.#tell = tell
		this.#exchange = new AccountExchange(parts, userId, this.#ending.signal)
		const { signal } = this.#ending
		const leave = () => this.#exchange.sendBeforeLeaving()
		window.addEventListener('online', () => void this.#flush(), { signal })
		window.addEventListener('pagehide', leave, { signal })
		document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? void this.#flush() : leave()), { signal })
		signal.addEventListener('abort', parts.store.subscribe(this.#onChange))
		void this.#flush()
	}

	stop(): void {
		this.#ending.abort()
		clearTimeout(this.#timer)
	}

	/** Sends pending changes without debouncing. After an error, waits for the scheduled retry. */
	sendNow(): void {
		if (this.#failures === 0 && this.#exchange.waiting().length > 0) void this.#flush()
	}

	/** Starts over, as on a new page: loads all records and retries refused ones. */
	restart(): void {
		this.#exchange = new AccountExchange(this.#parts, this.#userId, this.#ending.signal)
		this.#failures = 0
		void this.#flush()
	}

	#onChange = () => {
		if (this.#isRunning || this.#failures > 0 || this.#exchange.waiting().length === 0) return
		this.#onState('syncing') // not saved until the server responds
		this.#schedule(this.#parts.quietMs)
	}

	#onState(state: SyncState) {
		if (state !== this.#told) this.#tell(state)
		this.#told = state
	}

	#schedule(delayMs: number) {
		clearTimeout(this.#timer)
		if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => void this.#flush(), delayMs)
	}

	async #attempt(exchange: AccountExchange<T>): Promise<SyncState> {
		try {
			const state = await exchange.run()
			this.#failures = 0
			return state
		} catch (error) {
			this.#failures += 1
			if (isTokenRefused(error)) await renewSession().catch(ignore) // offline: the next run tries again
			return 'waiting'
		}
	}

	async #flush(): Promise<void> {
		clearTimeout(this.#timer)
		if (this.#ending.signal.aborted || this.#isRunning) return
		this.#isRunning = true
		this.#onState('syncing')
		const exchange = this.#exchange
		const state = await this.#attempt(exchange)
		this.#isRunning = false
		if (this.#ending.signal.aborted) return
		if (exchange !== this.#exchange) return this.#flush()
		this.#onState(state)
		if (this.#failures > 0) this.#schedule(retryDelayMs(this.#failures))
		else if (state === 'syncing') this.#schedule(this.#parts.quietMs)
	}
}
