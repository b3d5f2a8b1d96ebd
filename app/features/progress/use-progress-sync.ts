import { useEffect } from 'react'

import { useAccountSync, useSyncState as useStateOf } from '#app/lib/records/use-account-sync.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import { useSession } from '#app/lib/use-session.ts'

import { progressSync } from './progress-account.ts'

/** `idle`: signed out. */
export type ProgressSync = 'idle' | 'syncing' | 'synced' | 'waiting'

export function useSyncState(): ProgressSync {
	const state = useStateOf(progressSync)
	return state === 'idle' || state === 'syncing' || state === 'synced' ? state : 'waiting'
}

/**
 * Keeps the progress of browser and account in sync while a learner is signed in. Use it once per page that shows or records
 * progress.
 */
export function useProgressSync(): void {
	const session = useSession()
	const user = session.status === 'signed-in' ? session.user : null
	useEffect(() => {
		if (!user || readStoredUser()?.email === user.email) return
		saveStoredUser({ name: user.name ?? '', email: user.email })
	}, [user])
	useAccountSync(progressSync)
}
