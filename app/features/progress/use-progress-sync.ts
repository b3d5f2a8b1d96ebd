import { useEffect } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import type { AccountApi, MergeOptions } from '#app/lib/records/account-sync.ts'
import { AccountSync, useAccountSync, useSyncState as useStateOf } from '#app/lib/records/use-account-sync.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { progressStore } from './progress-store.ts'
import { parseEntries } from './stored-progress.ts'

type MergeCall = (entries: readonly ProgressEntry[], how?: MergeOptions) => Promise<MergeProgressResponse>

const callMerge: MergeCall = (entries, how) => callApi('/api/progress/merge', { body: { entries }, ...how })

/** Account API for progress: one call sends all unsent entries and returns all of the account's entries. */
export const progressAccount = (call: MergeCall = callMerge): AccountApi<ProgressEntry> => ({
	batch: Number.POSITIVE_INFINITY,
	merge: async (entries, how) => ({ items: parseEntries((await call(entries, how)).entries) }),
})

export const progressSync = new AccountSync({ store: progressStore, account: progressAccount(), quietMs: 800 })

/** `idle`: signed out, so nothing is synced. */
export type ProgressSyncState = 'idle' | 'syncing' | 'synced' | 'waiting'

export function useSyncState(): ProgressSyncState {
	const state = useStateOf(progressSync)
	return state === 'idle' || state === 'syncing' || state === 'synced' ? state : 'waiting'
}

/** Syncs the learner's progress with the account. Use it once per page that shows or records progress. */
export function useProgressSync(): void {
	const session = useSession()
	const user = session.status === 'signed-in' ? session.user : null
	useEffect(() => {
		if (!user || readStoredUser()?.email === user.email) return
		saveStoredUser({ name: user.name ?? '', email: user.email })
	}, [user])
	useAccountSync(progressSync)
}
