import { useSyncExternalStore } from 'react'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { KEPT_PAGES, CACHE_MATCH_OPTIONS } from './kept-names.ts'
import { storageKeys } from './storage-keys.ts'
import { readUserId } from './stored-session.ts'

/**
 * A module saved on this device, with the time in milliseconds since 1970, the bytes of the module's pages and lessons, and the bytes of
 * shared files.
 */
export type KeptModule = { keptAt: number; bytes: number; sharedBytes: number }
type Kept = { userId: string | null; modules: Readonly<Record<string, KeptModule>> }

/** Copies younger than this aren't refreshed. */
export const KEPT_MODULE_FRESH_MS = 60 * 60_000

function parseOne(raw: unknown): KeptModule | null {
	if (typeof raw !== 'object' || raw === null) return null
	// Records from older versions have only one size.
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

export const keptModulesStore = storedValue(storageKeys.keptModules, parse)

/** Returns the modules that this account saved in this browser for offline use. */
export function readKeptModules(): Kept['modules'] {
	const kept = keptModulesStore.read()
	return kept?.userId === readUserId() ? kept.modules : {}
}

const readAsText = () => JSON.stringify(readKeptModules())

/** Returns the saved modules by ID; empty until hydration. */
export function useKeptModules(): Kept['modules'] {
	const text = useSyncExternalStore(onStorageChange, readAsText, () => '{}')
	return JSON.parse(text) as Kept['modules']
}

/** True if the browser supports saving modules: only on https and localhost, and in some browsers not in a private window. */
export const canKeepModules = () => 'caches' in window && 'serviceWorker' in navigator

export const lessonPath = (moduleId: number, lessonId: string) => `/api/course/modules/${moduleId}/lessons/${lessonId}`

/** Returns the saved copy of a lesson's response; null if this learner didn't save the module, or the browser has deleted the copy. */
export async function readKeptLesson(moduleId: number, lessonId: string): Promise<unknown> {
	if (readKeptModules()[moduleId] === undefined || !canKeepModules()) return null
	const copy = await caches.match(lessonPath(moduleId, lessonId), { cacheName: KEPT_PAGES, ...CACHE_MATCH_OPTIONS })
	return copy?.json() ?? null
}
