import { browserStorage, onStorageChange, STORAGE_CHANGED } from './browser-storage.ts'

export type SignedInUser = {
	id: string
	/** Empty when the account has none. */
	email: string
	name: string | null
	/** A company's identity provider controls the address and the sign-in methods. */
	isManaged?: true
}

export type SessionView = { status: 'unknown' } | { status: 'signed-out' } | { status: 'signed-in'; user: SignedInUser }

const UNKNOWN: SessionView = { status: 'unknown' }
const SIGNED_OUT: SessionView = { status: 'signed-out' }

/** supabase-js keeps its session under the first label of the host. */
export const sessionKey = () => `sb-${window.location.hostname.split('.')[0]}-auth-token`

const asRecord = (value: unknown): Record<string, unknown> | null =>
	typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

function parseUser(raw: string): SignedInUser | null {
	const user = asRecord(asRecord(JSON.parse(raw))?.user)
	if (typeof user?.id !== 'string' || typeof user.email !== 'string') return null
	const name = asRecord(user.user_metadata)?.name
	const provider = asRecord(user.app_metadata)?.provider
	return {
		id: user.id,
		email: user.email,
		name: typeof name === 'string' && name.trim() !== '' ? name : null,
		...(typeof provider === 'string' && provider.startsWith('sso:') && { isManaged: true }),
	}
}

let lastRaw: string | null = null
let lastView: SessionView = SIGNED_OUT

/**
 * Signed-in user from supabase-js's storage: costs nothing and loads nothing. It decides what a page shows, never what a person may do; the
 * server checks the token.
 */
export function readSession(): SessionView {
	const raw = browserStorage()?.getItem(sessionKey()) ?? null
	if (raw === lastRaw) return lastView
	lastRaw = raw
	try {
		const user = raw === null ? null : parseUser(raw)
		lastView = user ? { status: 'signed-in', user } : SIGNED_OUT
	} catch {
		lastView = SIGNED_OUT // not a session: written by hand or by another program
	}
	return lastView
}

/** The signed-in learner's id; null when signed out. */
export function readUserId(): string | null {
	const session = readSession()
	return session.status === 'signed-in' ? session.user.id : null
}

/** Unknown on a server-rendered page. */
export const readSessionOnServer = (): SessionView => UNKNOWN

/**
 * Runs `listener` when someone signs in or out, in this tab or another.
 * @returns the function that stops listening
 */
export const onSessionChange = (listener: () => void): (() => void) => onStorageChange(listener)

/**
 * Forgets a session that the server has ended or no longer knows, so that every page sees that it is signed out. The client
 * does so only when it refreshes, or before it knows whether the server ended it.
 */
export function forgetSession(): void {
	browserStorage()?.removeItem(sessionKey())
	sessionChanged()
}

/** Notifies this tab's islands that supabase-js wrote or removed its session. */
export function sessionChanged(): void {
	window.dispatchEvent(new CustomEvent(STORAGE_CHANGED, { detail: sessionKey() }))
}
