import { useSyncExternalStore } from 'react'

import { onSessionChange, readSession, type SignedInUser } from './stored-session.ts'

let signedIn: SignedInUser | null = null
let ended: SignedInUser | null = null
let leaving: string | null = null
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

function look(): void {
	const session = readSession()
	const before = ended
	if (session.status === 'signed-in') {
		if (signedIn?.id !== session.user.id) leaving = null
		signedIn = session.user
		ended = null
	} else if (signedIn) {
		ended = signedIn.id === leaving ? null : signedIn
		signedIn = null
	}
	if (ended !== before) for (const listener of listeners) listener()
}

/**
 * Marks that this learner signs out deliberately. Call it before removing the session, because listeners run immediately.
 * @returns a function that removes the mark, in case signing out fails
 */
export function markSigningOut(userId: string): () => void {
	leaving = userId
	return () => {
		leaving = null
	}
}

/** Returns the learner whose session ended unexpectedly since this page was opened, or null. */
export const readEndedSession = (): SignedInUser | null => ended

export function dismissEndedSession(): void {
	ended = null
	for (const listener of listeners) listener()
}

/**
 * Runs `listener` when a session ends unexpectedly, is restored or is dismissed.
 * @returns a function that removes the listener
 */
export function onEndedSession(listener: () => void): () => void {
	listeners.add(listener)
	if (!stop) {
		stop = onSessionChange(look)
		look()
	}
	return () => {
		listeners.delete(listener)
		if (listeners.size > 0) return
		stop?.()
		stop = null
	}
}

export const useEndedSession = (): SignedInUser | null => useSyncExternalStore(onEndedSession, readEndedSession, () => null)
