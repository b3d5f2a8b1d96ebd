import { ApiError, callApi } from '#app/lib/own-api.ts'
import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import { portableWeek } from '#domain/planner/merge-weeks.ts'
import { parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'

import type { PlannerStore } from './planner-store.ts'
import { parseWeeks } from './stored-planner.ts'

/** A burst of typing becomes one call. */
const QUIET_MS = 1500
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 5 * 60_000

/** `refused`: the server will not take a week as it is; it stays in this browser. */
export type PlannerSyncState = 'idle' | 'syncing' | 'synced' | 'waiting' | 'refused'

export type PlannerAccount = { list: () => Promise<PlannerWeek[]>; merge: (week: PlannerWeek) => Promise<PlannerWeek | null> }

export const plannerAccount: PlannerAccount = {
	list: async () => parseWeeks((await callApi<PlannerResponse>('/api/planner')).weeks),
	merge: async (week) => parseWeek((await callApi<MergePlannerResponse>('/api/planner/merge', { body: week })).week),
}

/** A refusal that the same words would meet again. */
const isFinal = (error: unknown) =>
	error instanceof ApiError && error.failure.kind === 'refused' && [400, 409, 413].includes(error.failure.status)

type Outcome = 'synced' | 'refused' | 'failed'

/** One learner's exchange with the account: all weeks the first time, then whatever the account has not confirmed. */
class PlannerExchange {
	readonly #store: PlannerStore
	readonly #userId: string
	readonly #account: PlannerAccount
	/** Weeks that were refused, as they were then: only a change makes another try worth it. */
	readonly #refused = new Map<string, PlannerWeek>()
	#hasListed = false
	isStopped = false

	constructor({ store, userId, account = plannerAccount }: Omit<SyncParts, 'onState'>) {
		this.#store = store
		this.#userId = userId
		this.#account = account
	}

	#isRefused = (week: PlannerWeek) => this.#refused.get(week.week) === week

	waiting(): PlannerWeek[] {
		return this.#store.unsentWeeks(this.#userId).filter((week) => !this.#isRefused(week))
	}

	async run(): Promise<Outcome> {
		try {
			if (!this.#hasListed) this.#take(await this.#account.list())
			this.#hasListed = true
			for (const week of this.waiting()) if (!this.isStopped) await this.#send(week)
			return this.#store.unsentWeeks(this.#userId).some(this.#isRefused) ? 'refused' : 'synced'
		} catch {
			return 'failed'
		}
	}

	async #send(week: PlannerWeek): Promise<void> {
		try {
			const answer = await this.#account.merge(portableWeek(week))
			if (answer) this.#take([answer], week)
		} catch (error) {
			if (!isFinal(error)) throw error
			this.#refused.set(week.week, week)
		}
	}

	#take(weeks: readonly PlannerWeek[], sent: PlannerWeek | null = null) {
		if (!this.isStopped) this.#store.takeAccount(this.#userId, weeks, sent)
	}
}

type SyncParts = { store: PlannerStore; userId: string; account?: PlannerAccount; onState: (state: PlannerSyncState) => void }

/**
 * Keeps a learner's plans in browser and account the same: at the start, after each change, and again when the network or the
 * page comes back. What could not be sent stays in the store.
 * @returns the function that ends it
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
		onState(outcome === 'failed' ? 'waiting' : outcome)
		if (failures > 0) schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
		else if (exchange.waiting().length > 0) schedule(QUIET_MS)
	}

	const onReturn = () => void flush()
	const unsubscribe = parts.store.subscribe(() => {
		if (!isRunning && failures === 0 && exchange.waiting().length > 0) schedule(QUIET_MS)
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
