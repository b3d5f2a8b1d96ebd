import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { unsentEntries } from './change-progress.ts'
import type { ProgressStore } from './progress-store.ts'
import { parseEntries } from './stored-progress.ts'

/** A burst of ticks becomes one call. */
const QUIET_MS = 800
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 5 * 60_000

export type SyncState = 'syncing' | 'synced' | 'waiting'

type SyncParts = {
	store: ProgressStore
	/** The account; a change of learner starts another sync. */
	userId: string
	merge: (entries: readonly ProgressEntry[]) => Promise<MergeProgressResponse>
	onState: (state: SyncState) => void
}

/** Wait before the next try after `failures` in a row: doubling, with a ceiling. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS)

/**
 * Keeps a learner's browser and account the same: at the start, after each change, when the network or the page comes
 * back, and after failures at growing intervals. What could not be sent stays in the store.
 * @returns `flush` sends now; `stop` ends the sync
 */
export function startProgressSync({ store, userId, merge, onState: tell }: SyncParts): { flush: () => Promise<void>; stop: () => void } {
	let failures = 0
	let isStopped = false
	let running: Promise<void> | null = null
	let timer: ReturnType<typeof setTimeout> | undefined
	let told: SyncState | null = null

	function onState(state: SyncState) {
		if (state !== told) tell(state)
		told = state
	}

	async function exchange() {
		onState('syncing')
		const sent = unsentEntries(store.prepareFor(userId))
		try {
			const answer = await merge(sent)
			failures = 0
			if (isStopped) return
			store.confirm(userId, { sent, account: parseEntries(answer.entries) })
			// What was done meanwhile is not in the account yet.
			onState(unsentEntries(store.readStored()).length > 0 ? 'syncing' : 'synced')
		} catch {
			failures += 1
			if (isStopped) return
			onState('waiting')
			schedule(retryDelayMs(failures))
		}
	}

	function flush(): Promise<void> {
		clearTimeout(timer)
		if (isStopped) return Promise.resolve()
		running ??= exchange().finally(() => {
			running = null
			if (failures === 0 && unsentEntries(store.readStored()).length > 0) schedule(QUIET_MS)
		})
		return running
	}

	function schedule(delayMs: number) {
		clearTimeout(timer)
		if (!isStopped) timer = setTimeout(() => void flush(), delayMs)
	}

	const onVisible = () => document.visibilityState === 'visible' && void flush()
	const onOnline = () => void flush()
	const unsubscribe = store.subscribe(() => {
		if (running || failures > 0 || unsentEntries(store.readStored()).length === 0) return
		onState('syncing')
		schedule(QUIET_MS)
	})
	window.addEventListener('online', onOnline)
	document.addEventListener('visibilitychange', onVisible)
	void flush()

	return {
		flush,
		stop() {
			isStopped = true
			clearTimeout(timer)
			unsubscribe()
			window.removeEventListener('online', onOnline)
			document.removeEventListener('visibilitychange', onVisible)
		},
	}
}
