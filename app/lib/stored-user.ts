import { useSyncExternalStore } from 'react'

import { browserStorage, onStorageChange, storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** Name and email entered in this browser; either may be empty. The server never trusts them. */
export type StoredUser = { name: string; email: string }

const textOf = (value: unknown): string => (typeof value === 'string' && value.trim() !== '' ? value : '')

function parseStoredUser(raw: unknown): StoredUser | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { name, email } = raw as Record<string, unknown>
	const user = { name: textOf(name), email: textOf(email) }
	return user.name === '' && user.email === '' ? null : user
}

const value = storedValue(storageKeys.user, parseStoredUser)

/** The user during this visit, if the browser can't store anything. */
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

/** @returns the same object until the user changes, as `useSyncExternalStore` requires */
export function readStoredUser(): StoredUser | null {
	const raw = readRaw()
	if (raw !== lastRaw) {
		lastRaw = raw
		lastUser = value.read()
		inMemory = null
	}
	return inMemory ?? lastUser
}

export function saveStoredUser(user: StoredUser): void {
	inMemory = user
	if (!value.write(user)) window.dispatchEvent(new Event('storage'))
}

/** Returns the user who signed up in this browser; null if there is none, and until hydration. */
export const useStoredUser = (): StoredUser | null => useSyncExternalStore(onStorageChange, readStoredUser, () => null)
