import { useEffect, useSyncExternalStore } from 'react'

import { loadAuth } from '#app/lib/backend.ts'
import { ApiError, callApi } from '#app/lib/own-api.ts'
import { forgetSession, onSessionChange, readSession, readSessionWhilePrerendering } from '#app/lib/stored-session.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { progressStore } from './progress-store.ts'
import { startProgressSync } from './progress-sync.ts'
import { onSyncStateChange, readSyncState, setSyncState, type AccountSync } from './sync-state.ts'

/** The server does not know this token (any more). */
const isTokenRefused = (error: unknown) =>
	error instanceof ApiError &&
	error.failure.kind === 'refused' &&
	['bad_jwt', 'session_not_found', 'user_not_found', 'user_banned'].includes(error.failure.code)

/**
 * Gets a new token, or forgets a session that is over: the auth client would keep a session whose
 * token looks unexpired until then.
 */
async function renewSession(): Promise<void> {
	const auth = await loadAuth()
	const { error } = await auth.refreshSession()
	if (error?.status === undefined || error.status < 400 || error.status >= 500 || error.status === 429) return
	forgetSession()
}

async function merge(entries: readonly ProgressEntry[]): Promise<MergeProgressResponse> {
	try {
		return await callApi<MergeProgressResponse>('/api/progress/merge', { body: { entries } })
	} catch (error) {
		if (isTokenRefused(error)) await renewSession()
		throw error
	}
}

/** How far browser and account agree. */
export const useSyncState = (): AccountSync => useSyncExternalStore(onSyncStateChange, readSyncState, () => 'idle')

/** Keeps browser and account the same while a learner is signed in. Used once, on pages that show or make progress. */
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
