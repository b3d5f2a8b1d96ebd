import { useSyncExternalStore } from 'react'

import { browserStorage, onStorageChange, STORAGE_CHANGED } from './browser-storage.ts'

export type SignedInUser = {
	id: string
	/** Empty if the account has no email. */
	email: string
	name: string | null
	/** True if an organization's identity provider controls email and sign-in. */
	isManaged?: true
}

export type SessionView = { status: 'unknown' } | { status: 'signed-out' } | { status: 'signed-in'; user: SignedInUser }

const UNKNOWN: SessionView = { status: 'unknown' }
const SIGNED_OUT: SessionView = { status: 'signed-out' }

/** Returns the storage key of the session. supabase-js names it after the first label of the host. */
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

/** Reads the stored session. Use it only to decide what to show: the server verifies the token for access. Doesn't load the auth client. */
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

export function readUserId(): string | null {
	const session = readSession()
	return session.status === 'signed-in' ? session.user.id : null
}

export const readSessionOnServer = (): SessionView => UNKNOWN

/**
 * Runs `listener` when someone signs in or out, in any tab.
 * @returns a function that removes it
 */
export const onSessionChange = (listener: () => void): (() => void) => onStorageChange(listener)

/** Removes the session, so that all pages show the signed-out state immediately. The auth client would only do so at the next renewal. */
export function forgetSession(): void {
	browserStorage()?.removeItem(sessionKey())
	notifySessionChange()
}

/** Notifies this tab that supabase-js has written or removed its session. */
export function notifySessionChange(): void {
	window.dispatchEvent(new CustomEvent(STORAGE_CHANGED, { detail: sessionKey() }))
}

/** Returns the signed-in user's ID; null if signed out, and until hydration. */
export const useUserId = (): string | null => useSyncExternalStore(onSessionChange, readUserId, () => null)

/** Returns the signed-in user; `unknown` only until hydration. */
export const useSession = (): SessionView => useSyncExternalStore(onSessionChange, readSession, readSessionOnServer)
