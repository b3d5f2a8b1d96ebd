import { loadAuth } from '#app/lib/backend.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { forgetSession } from '#app/lib/stored-session.ts'
import { isNearlyFull, type StorageUse } from '#domain/storage/storage-quotas.ts'

import type { RecordStore } from './record-store.ts'

const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 5 * 60_000

/**
 * `refused`: the server rejects a record; `full`: the account has no space for it. Either way it stays in this browser. `nearly-full`:
 * everything is in the account, and there is little space left.
 */
export type SyncState = 'syncing' | 'synced' | 'nearly-full' | 'waiting' | 'refused' | 'full'

/** Records of the account, and the used share of their quota where there is one. */
export type Answer<T> = { items: readonly T[]; storage?: StorageUse }

/** `keepalive`: the page may end before the answer. */
export type MergeOptions = { keepalive?: boolean }

/** The wire calls of one kind of record. */
export type Account<T> = {
	/** Everything the account holds, asked once; without it each answer of `merge` is everything. */
	list?: () => Promise<Answer<T>>
	merge: (items: readonly T[], how?: MergeOptions) => Promise<Answer<T>>
	/** Most records in one call. */
	batch: number
}

export type SyncParts<T> = {
	store: Pick<RecordStore<T>, 'owner' | 'prepareFor' | 'unsent' | 'isPending' | 'confirm' | 'subscribe' | 'rules'>
	account: Account<T>
	/** A burst of changes within this time becomes one call. */
	quietMs: number
}

/** Wait before the next try after `failures` in a row: doubling, with a ceiling. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), MAX_RETRY_MS)

/** A refusal that would be repeated for the same record. */
const isFinal = (error: unknown) => [400, 409, 413].includes(findRefusal(error)?.status ?? 0)
const isFull = (error: unknown) => findRefusal(error)?.code === 'storage_full'
/** The server does not know this token (any more). */
const isTokenRefused = (error: unknown) =>
	['bad_jwt', 'session_not_found', 'user_not_found', 'user_banned'].includes(findRefusal(error)?.code ?? '')

/** Gets a new token, or forgets a session that is over: the auth client would keep a session whose token looks unexpired until then. */
async function renewSession(): Promise<void> {
	const auth = await loadAuth()
	const { error } = await auth.refreshSession()
	if (error?.status === undefined || error.status < 400 || error.status >= 500 || error.status === 429) return
	forgetSession()
}

/** The next run meets the same failure and handles it. */
const ignore = () => {}

/** One learner's exchange with the account: everything the first time, then whatever the account has not confirmed. */
class AccountExchange<T> {
	readonly #parts: SyncParts<T>
	readonly #userId: string
	/** Records that were refused, as they were then: only a change makes another try worth it. */
	readonly #refused = new Map<string, T>()
	/** Records that didn't fit the account, as they were then: retried after a change or when space is freed. */
	readonly #withoutRoom = new Map<string, T>()
	/** Records sent by `sendBeforeLeaving` and not answered yet, as they were then. */
	readonly #leaving = new Map<string, T>()
	#storage: StorageUse | null = null
	#hasListed = false
	/** Aborted when the sync ends, which may be in the middle of a run: the next learner's token must not send these records. */
	readonly #ending: AbortSignal

	constructor(parts: SyncParts<T>, userId: string, ending: AbortSignal) {
		this.#parts = parts
		this.#userId = userId
		this.#ending = ending
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
		for (let from = 0; from < waiting.length; from += account.batch) await this.#send(waiting.slice(from, from + account.batch))
		if (this.waiting().length > 0) return 'syncing' // changed meanwhile: not in the account yet
		const unsent = this.#unsent()
		if (unsent.some(this.#isIn(this.#withoutRoom))) return 'full'
		if (unsent.length > 0) return 'refused'
		return this.#storage && isNearlyFull(this.#storage) ? 'nearly-full' : 'synced'
	}

	/**
	 * Sends what waits all at once, in requests that outlive the page. A failure changes nothing: the records stay in the store
	 * and go out with the next run, on this page or another.
	 */
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
			// One that cannot be stored takes no other with it.
			if (items.length > 1) for (const item of items) await this.#send([item])
			else for (const item of items) (isFull(error) ? this.#withoutRoom : this.#refused).set(this.#parts.store.rules.idOf(item), item)
		}
	}

	#take({ items, storage }: Answer<T>, sent: readonly T[] = []) {
		if (this.#ending.aborted) return
		this.#parts.store.confirm(this.#userId, { sent, account: items })
		// Freed space is offered to every record that didn't fit.
		if (storage && this.#storage && storage.used < this.#storage.used) this.#withoutRoom.clear()
		this.#storage = storage ?? null
	}
}

/**
 * Keeps one kind of record in browser and account the same: at the start, after each change, when the network or the page
 * comes back, when the page is hidden or ends, and after failures at growing intervals. What could not be sent stays in the store.
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

	/** @param userId the account; a change of learner starts another sync */
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

	/** Sends pending changes without waiting for further ones; after a failure the retry keeps its time. */
	sendNow(): void {
		if (this.#failures === 0 && this.#exchange.waiting().length > 0) void this.#flush()
	}

	/** Starts over, as on a new page: loads all records of the account, and sends refused ones again. */
	restart(): void {
		this.#exchange = new AccountExchange(this.#parts, this.#userId, this.#ending.signal)
		this.#failures = 0
		void this.#flush()
	}

	#onChange = () => {
		if (this.#isRunning || this.#failures > 0 || this.#exchange.waiting().length === 0) return
		this.#onState('syncing') // not in the account until it has answered
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
			if (isTokenRefused(error)) await renewSession().catch(ignore) // offline: the next try asks again
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
