import { useEffect, useState, useSyncExternalStore } from 'react'

import { onSessionChange, readUserId, useUserId } from '#app/lib/stored-session.ts'

import { RunningSync, type SyncParts, type SyncState } from './account-sync.ts'

/** `idle`: signed out; records are stored only in the browser. */
export type AccountState = SyncState | 'idle'

/**
 * Syncs one kind of record. Once started, continues across client-side navigation until the learner signs out, because the last changes may
 * still have to be sent.
 */
export class AccountSync<T> {
	readonly #parts: SyncParts<T>
	readonly #listeners = new Set<() => void>()
	#running: { userId: string; sync: RunningSync<T>; forget: () => void } | null = null
	#state: AccountState = 'idle'

	constructor(parts: SyncParts<T>) {
		this.#parts = parts
	}

	readonly read = (): AccountState => this.#state

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** If the sync is already running, starts it over, because another browser may have changed records. */
	start(userId: string): void {
		if (this.#running?.userId === userId) return this.#running.sync.restart()
		this.#end()
		const forget = onSessionChange(() => readUserId() !== userId && this.#end())
		this.#running = { userId, forget, sync: new RunningSync(this.#parts, userId, this.#tell) }
	}

	/** True if this browser has records that this account hasn't confirmed, or records from before the first sign-in. */
	isPending(userId: string): boolean {
		return this.#parts.store.isPending(userId)
	}

	startIfPending(userId: string): void {
		if (this.#running?.userId !== userId && this.isPending(userId)) this.start(userId)
	}

	/** Sends pending changes immediately. Call it when the learner leaves a page that shows the records. */
	readonly sendNow = (): void => this.#running?.sync.sendNow()

	#end() {
		this.#running?.forget()
		this.#running?.sync.stop()
		this.#running = null
		this.#tell('idle')
	}

	#tell = (state: AccountState) => {
		if (state === this.#state) return
		this.#state = state
		for (const listener of this.#listeners) listener()
	}
}

export const useSyncState = <T>(sync: AccountSync<T>): AccountState => useSyncExternalStore(sync.subscribe, sync.read, () => 'idle')

/**
 * Starts the sync while a learner is signed in. Use it once per page.
 * @param canStart false until the account has data that this sync depends on; once true, later changes are ignored
 */
export function useAccountSync<T>(sync: AccountSync<T>, canStart = true): AccountState {
	const [isReady, setReady] = useState(canStart)
	if (canStart && !isReady) setReady(true)
	const userId = useUserId()
	useEffect(() => {
		if (!isReady || userId === null) return
		sync.start(userId)
		return sync.sendNow
	}, [sync, userId, isReady])
	return useSyncState(sync)
}
