import { onSessionChange, readSession, type SignedInUser } from './stored-session.ts'

let present: SignedInUser | null = null
let ended: SignedInUser | null = null
let leaving: string | null = null
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

function look(): void {
	const session = readSession()
	const before = ended
	if (session.status === 'signed-in') {
		if (present?.id !== session.user.id) leaving = null
		present = session.user
		ended = null
	} else if (present) {
		ended = present.id === leaving ? null : present
		present = null
	}
	if (ended !== before) for (const listener of listeners) listener()
}

/**
 * Notes that this learner signs out on purpose, so that the session does not count as ended on its own. Must come first: an
 * island may look as soon as the session is forgotten.
 * @returns undoes the note, for when the sign-out fails
 */
export function noteLeaving(userId: string): () => void {
	leaving = userId
	return () => {
		leaving = null
	}
}

/** The learner whose session ended on its own while this page was open; null for everyone else. */
export const readEndedSession = (): SignedInUser | null => ended

/** The learner continues without an account. */
export function dismissEndedSession(): void {
	ended = null
	for (const listener of listeners) listener()
}

/**
 * Runs `listener` when a session ends on its own, comes back or is given up.
 * @returns the function that stops listening
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
