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
 * This learner signs out on purpose; a session that ends on its own is another matter. It has to be known beforehand: the
 * client forgets the session before it asks the server.
 * @returns takes it back, for when nothing came of it
 */
export function noteLeaving(userId: string): () => void {
	leaving = userId
	return () => {
		leaving = null
	}
}

/** The learner whose session ended on its own while this page stood open; null for everybody else. */
export const readEndedSession = (): SignedInUser | null => ended

/** The learner goes on without an account. */
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
