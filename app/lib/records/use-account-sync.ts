import { useEffect, useState, useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionWhilePrerendering } from '#app/lib/stored-session.ts'

import { startSync, type SyncParts, type SyncState } from './account-sync.ts'

/** `idle`: nobody is signed in, the browser is the only store. */
export type AccountState = SyncState | 'idle'

/** One kind of record between browser and account, and how far they agree, for every part of a page that asks. */
export class AccountSync<T> {
	readonly #parts: SyncParts<T>
	readonly #listeners = new Set<() => void>()
	#state: AccountState = 'idle'

	constructor(parts: SyncParts<T>) {
		this.#parts = parts
	}

	readonly read = (): AccountState => this.#state

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** @param userId null when nobody is signed in. @returns a function that stops the sync */
	start(userId: string | null): (() => void) | undefined {
		if (userId !== null) return startSync(this.#parts, userId, this.#tell)
		this.#tell('idle')
		return undefined
	}

	#tell = (state: AccountState) => {
		if (state === this.#state) return
		this.#state = state
		for (const listener of this.#listeners) listener()
	}
}

/** How far browser and account agree. */
export const useSyncState = <T>(sync: AccountSync<T>): AccountState => useSyncExternalStore(sync.subscribe, sync.read, () => 'idle')

/**
 * Keeps browser and account the same while a learner is signed in. Used once on a page.
 * @param canStart false while something else has to be in the account first; once it was, the sync goes on
 * @returns how far they agree
 */
export function useAccountSync<T>(sync: AccountSync<T>, canStart = true): AccountState {
	const [isReady, setReady] = useState(canStart)
	if (canStart && !isReady) setReady(true)
	const session = useSyncExternalStore(onSessionChange, readSession, readSessionWhilePrerendering)
	const userId = session.status === 'signed-in' ? session.user.id : null
	useEffect(() => (isReady || userId === null ? sync.start(userId) : undefined), [sync, userId, isReady])
	return useSyncState(sync)
}
