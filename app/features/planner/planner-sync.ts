import { ApiError, callApi } from '#app/lib/own-api.ts'
import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import { portableWeek } from '#domain/planner/merge-weeks.ts'
import { parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { isNearlyFull, type StorageUse } from '#domain/storage/account-shares.ts'

import type { PlannerStore } from './planner-store.ts'
import { parseWeeks } from './stored-planner.ts'

/** A burst of typing becomes one call. */
const QUIET_MS = 1500
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * `refused`: the server rejects a week as it is; `full`: the account has no room for it. Either way it stays in this
 * browser. `nearly-full`: everything is in the account, and there is little room left.
 */
export type PlannerSyncState = 'idle' | 'syncing' | 'synced' | 'nearly-full' | 'waiting' | 'refused' | 'full'

export type PlannerAccount = {
	/** All weeks, page by page. */
	list: () => Promise<{ weeks: PlannerWeek[]; storage: StorageUse }>
	merge: (week: PlannerWeek) => Promise<{ week: PlannerWeek | null; storage: StorageUse }>
}

export const plannerAccount: PlannerAccount = {
	async list() {
		const weeks: PlannerWeek[] = []
		let page = await callApi<PlannerResponse>('/api/planner')
		weeks.push(...parseWeeks(page.weeks))
		while (page.next) {
			page = await callApi<PlannerResponse>(`/api/planner?before=${page.next}`)
			weeks.push(...parseWeeks(page.weeks))
		}
		return { weeks, storage: page.storage }
	},
	async merge(week) {
		const answer = await callApi<MergePlannerResponse>('/api/planner/merge', { body: week })
		return { week: parseWeek(answer.week), storage: answer.storage }
	},
}

/** A refusal that sending the same week again would get again. */
const isFinal = (error: unknown) =>
	error instanceof ApiError && error.failure.kind === 'refused' && [400, 409, 413].includes(error.failure.status)

const isFull = (error: unknown) => error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'storage_full'

type Outcome = 'synced' | 'nearly-full' | 'refused' | 'full' | 'failed'

/** One learner's exchange with the account: all weeks the first time, then whatever the account has not confirmed. */
class PlannerExchange {
	readonly #store: PlannerStore
	readonly #userId: string
	readonly #account: PlannerAccount
	/** Weeks that were refused, as they were then: only a change makes another try worth it. */
	readonly #refused = new Map<string, PlannerWeek>()
	/** Weeks the account had no room for, as they were then: tried again after a change or when room is freed. */
	readonly #withoutRoom = new Map<string, PlannerWeek>()
	#storage: StorageUse | null = null
	#hasListed = false
	isStopped = false

	constructor({ store, userId, account = plannerAccount }: Omit<SyncParts, 'onState'>) {
		this.#store = store
		this.#userId = userId
		this.#account = account
	}

	#isRefused = (week: PlannerWeek) => this.#refused.get(week.week) === week
	#isWithoutRoom = (week: PlannerWeek) => this.#withoutRoom.get(week.week) === week

	waiting(): PlannerWeek[] {
		return this.#store.unsentWeeks(this.#userId).filter((week) => !this.#isRefused(week) && !this.#isWithoutRoom(week))
	}

	#outcome(): Outcome {
		const unsent = this.#store.unsentWeeks(this.#userId)
		if (unsent.some(this.#isWithoutRoom)) return 'full'
		if (unsent.some(this.#isRefused)) return 'refused'
		return this.#storage && isNearlyFull(this.#storage) ? 'nearly-full' : 'synced'
	}

	/** Freed room is offered to every week that found none. */
	#noteStorage(storage: StorageUse) {
		if (this.#storage && storage.used < this.#storage.used) this.#withoutRoom.clear()
		this.#storage = storage
	}

	async run(): Promise<Outcome> {
		try {
			if (!this.#hasListed) {
				const { weeks, storage } = await this.#account.list()
				this.#take(weeks)
				this.#noteStorage(storage)
			}
			this.#hasListed = true
			for (const week of this.waiting()) if (!this.isStopped) await this.#send(week)
			return this.#outcome()
		} catch {
			return 'failed'
		}
	}

	async #send(week: PlannerWeek): Promise<void> {
		try {
			const answer = await this.#account.merge(portableWeek(week))
			if (answer.week) this.#take([answer.week], week)
			this.#noteStorage(answer.storage)
		} catch (error) {
			if (!isFinal(error)) throw error
			const kept = isFull(error) ? this.#withoutRoom : this.#refused
			kept.set(week.week, week)
		}
	}

	#take(weeks: readonly PlannerWeek[], sent: PlannerWeek | null = null) {
		if (!this.isStopped) this.#store.takeAccount(this.#userId, weeks, sent)
	}
}

type SyncParts = { store: PlannerStore; userId: string; account?: PlannerAccount; onState: (state: PlannerSyncState) => void }

/**
 * Keeps a learner's plans in browser and account the same: at the start, after each change, and when the network or the
 * page comes back. What could not be sent stays in the store.
 * @returns a function that stops it
 */
export function startPlannerSync({ onState, ...parts }: SyncParts): () => void {
	const exchange = new PlannerExchange(parts)
	let failures = 0
	let isRunning = false
	let timer: ReturnType<typeof setTimeout> | undefined

	function schedule(delayMs: number) {
		clearTimeout(timer)
		if (!exchange.isStopped) timer = setTimeout(() => void flush(), delayMs)
	}

	async function flush() {
		clearTimeout(timer)
		if (exchange.isStopped || isRunning) return
		isRunning = true
		onState('syncing')
		const outcome = await exchange.run()
		isRunning = false
		if (exchange.isStopped) return
		failures = outcome === 'failed' ? failures + 1 : 0
		const isMore = failures === 0 && exchange.waiting().length > 0
		onState(outcome === 'failed' ? 'waiting' : isMore ? 'syncing' : outcome)
		if (failures > 0) schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
		else if (isMore) schedule(QUIET_MS)
	}

	const onReturn = () => void flush()
	const unsubscribe = parts.store.subscribe(() => {
		if (isRunning || failures > 0 || exchange.waiting().length === 0) return
		// Not in the account until it has answered.
		onState('syncing')
		schedule(QUIET_MS)
	})
	window.addEventListener('online', onReturn)
	document.addEventListener('visibilitychange', onReturn)
	parts.store.assignTo(parts.userId)
	void flush()

	return () => {
		exchange.isStopped = true
		clearTimeout(timer)
		unsubscribe()
		window.removeEventListener('online', onReturn)
		document.removeEventListener('visibilitychange', onReturn)
	}
}
