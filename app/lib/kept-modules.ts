import { useSyncExternalStore } from 'react'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { KEPT_PAGES, LOOSELY } from './kept-names.ts'
import { storageKeys } from './storage-keys.ts'
import { readUserId } from './stored-session.ts'

/** A module on this device: since when (ms), the bytes of its page and lessons, and of the files that all modules share. */
export type KeptModule = { keptAt: number; bytes: number; sharedBytes: number }
type Kept = { userId: string | null; modules: Readonly<Record<string, KeptModule>> }

/** A copy younger than this is not brought up to date. */
export const FRESH_MS = 60 * 60_000

function parseOne(raw: unknown): KeptModule | null {
	if (typeof raw !== 'object' || raw === null) return null
	// Older copies have a single size for both.
	const { keptAt, bytes, sharedBytes = 0 } = raw as Partial<Record<string, unknown>>
	const isWhole = [keptAt, bytes, sharedBytes].every(Number.isFinite)
	return isWhole ? ({ keptAt, bytes, sharedBytes } as KeptModule) : null
}

function parse(raw: unknown): Kept | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { userId, modules } = raw as Partial<Record<string, unknown>>
	if ((userId !== null && typeof userId !== 'string') || typeof modules !== 'object' || modules === null) return null
	const read = Object.entries(modules).flatMap(([id, each]) => {
		const kept = parseOne(each)
		return kept ? [[id, kept] as const] : []
	})
	return { userId, modules: Object.fromEntries(read) }
}

/** Modules saved for offline use, with the account that saved them. */
export const keptRecord = storedValue(storageKeys.keptModules, parse)

/** Modules this account saved; those of another account in this browser don't count. */
export function readKept(): Kept['modules'] {
	const kept = keptRecord.read()
	return kept?.userId === readUserId() ? kept.modules : {}
}

const readAsText = () => JSON.stringify(readKept())

/** The modules on this device by their id; none until the page is alive. */
export function useKeptModules(): Kept['modules'] {
	const text = useSyncExternalStore(onStorageChange, readAsText, () => '{}')
	return JSON.parse(text) as Kept['modules']
}

/** Browsers offer this on https and on localhost only, and some not in a private window. */
export const canKeep = () => 'caches' in window && 'serviceWorker' in navigator

export const lessonPath = (moduleId: number, lessonId: string) => `/api/course/modules/${moduleId}/lessons/${lessonId}`

/** The copy of a lesson as the server sent it, if this person keeps its module; otherwise null. */
export async function readKeptLesson(moduleId: number, lessonId: string): Promise<unknown> {
	if (readKept()[moduleId] === undefined || !canKeep()) return null
	const copy = await caches.match(lessonPath(moduleId, lessonId), { cacheName: KEPT_PAGES, ...LOOSELY })
	return copy?.json() ?? null
}
