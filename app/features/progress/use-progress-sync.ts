import { useEffect, useSyncExternalStore } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import { onSessionChange, readSession, readSessionWhilePrerendering } from '#app/lib/stored-session.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { progressStore } from './progress-store.ts'
import { startProgressSync } from './progress-sync.ts'
import { onSyncStateChange, readSyncState, setSyncState, type AccountSync } from './sync-state.ts'

const merge = (entries: readonly ProgressEntry[]) => callApi<MergeProgressResponse>('/api/progress/merge', { body: { entries } })

/** How far browser and account agree. */
export const useSyncState = (): AccountSync => useSyncExternalStore(onSyncStateChange, readSyncState, () => 'idle')

/** Keeps browser and account the same while somebody is signed in. Stands once, on pages that show or make progress. */
export function useProgressSync(): void {
	const session = useSyncExternalStore(onSessionChange, readSession, readSessionWhilePrerendering)
	const user = session.status === 'signed-in' ? session.user : null
	const userId = user?.id ?? null

	useEffect(() => {
		if (!user || readStoredUser()?.email === user.email) return
		saveStoredUser({ name: user.name ?? '', email: user.email })
	}, [user])

	useEffect(() => {
		if (userId === null) {
			setSyncState('idle')
			return
		}
		const sync = startProgressSync({ store: progressStore, userId, merge, onState: setSyncState })
		return sync.stop
	}, [userId])
}
