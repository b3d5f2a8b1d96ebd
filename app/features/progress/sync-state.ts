import type { SyncState } from './progress-sync.ts'

/** `idle`: nobody is signed in, the browser is the only store. */
export type AccountSync = SyncState | 'idle'

let state: AccountSync = 'idle'
const listeners = new Set<() => void>()

export const readSyncState = (): AccountSync => state

export function setSyncState(next: AccountSync): void {
	if (state === next) return
	state = next
	for (const listener of listeners) listener()
}

export function onSyncStateChange(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}
