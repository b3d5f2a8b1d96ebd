import { useEffect, useState, useSyncExternalStore } from 'react'

import { onSessionChange, readUserId } from '#app/lib/stored-session.ts'

import { RunningSync, type SyncParts, type SyncState } from './account-sync.ts'

/** `idle`: signed out, the browser is the only store. */
export type AccountState = SyncState | 'idle'

/**
 * Syncs one kind of record between browser and account, for every part of a page. Once started it continues while the page is open,
 * whatever the router shows, until the learner signs out: changes made just before leaving a page still have to be sent, and may need a
 * retry.
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

	/** Exchanges everything with this account, also when that was done before: another browser may have changed it. */
	start(userId: string): void {
		if (this.#running?.userId === userId) return this.#running.sync.restart()
		this.#end()
		const forget = onSessionChange(() => readUserId() !== userId && this.#end())
		this.#running = { userId, forget, sync: new RunningSync(this.#parts, userId, this.#tell) }
	}

	/** True if this browser holds unconfirmed records. */
	isPending(userId: string): boolean {
		return this.#parts.store.isPending(userId)
	}

	/** As `start`, if something is pending and no exchange with this account is under way that will send it. */
	startIfPending(userId: string): void {
		if (this.#running?.userId !== userId && this.isPending(userId)) this.start(userId)
	}

	/** Sends pending changes when a page with the records is left. */
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

/** Sync state between browser and account. */
export const useSyncState = <T>(sync: AccountSync<T>): AccountState => useSyncExternalStore(sync.subscribe, sync.read, () => 'idle')

/**
 * Keeps browser and account in sync on a page that shows the records, while a learner is signed in. Used once per page.
 * @param canStart false while something else has to be in the account first; once it was, the sync continues
 * @returns how far they agree
 */
export function useAccountSync<T>(sync: AccountSync<T>, canStart = true): AccountState {
	const [isReady, setReady] = useState(canStart)
	if (canStart && !isReady) setReady(true)
	const userId = useSyncExternalStore(onSessionChange, readUserId, () => null)
	useEffect(() => {
		if (!isReady || userId === null) return
		sync.start(userId)
		return sync.sendNow
	}, [sync, userId, isReady])
	return useSyncState(sync)
}
