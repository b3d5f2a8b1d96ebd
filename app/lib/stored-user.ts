import { browserStorage, storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/**
 * Name and email from a signup in this browser; one may be empty. Decides what a page shows and where it leads; the server never trusts it.
 */
export type StoredUser = { name: string; email: string }

const textOf = (value: unknown): string => (typeof value === 'string' && value.trim() !== '' ? value : '')

function parseStoredUser(raw: unknown): StoredUser | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { name, email } = raw as Record<string, unknown>
	const user = { name: textOf(name), email: textOf(email) }
	return user.name === '' && user.email === '' ? null : user
}

const value = storedValue(storageKeys.user, parseStoredUser)

/** Holds the user for this visit where the browser refuses to store anything. */
let inMemory: StoredUser | null = null
let lastRaw: string | null = null
let lastUser: StoredUser | null = null

function readRaw(): string | null {
	try {
		return browserStorage()?.getItem(storageKeys.user) ?? null
	} catch {
		return null
	}
}

/** @returns the same object until the stored text changes, so that React can compare it */
export function readStoredUser(): StoredUser | null {
	const raw = readRaw()
	if (raw !== lastRaw) {
		lastRaw = raw
		lastUser = value.read()
		inMemory = null
	}
	return inMemory ?? lastUser
}

/** Remembers who signed up. The page uses it even if the browser refuses to store it. */
export function saveStoredUser(user: StoredUser): void {
	inMemory = user
	if (!value.write(user)) window.dispatchEvent(new Event('storage'))
}
