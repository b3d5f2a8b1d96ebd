import { useSyncExternalStore } from 'react'

import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { FILE_LIST, KEPT_FILES, KEPT_PAGES, LOOSELY, WORKER, type FileList } from './kept-names.ts'
import { storageKeys } from './storage-keys.ts'
import { readUserId } from './stored-session.ts'

/** A module on this device: since when (ms), and how much room all its pages and lessons take. */
export type KeptModule = { keptAt: number; bytes: number }
type Kept = { userId: string | null; modules: Readonly<Record<string, KeptModule>> }

export type ModuleToKeep = {
	moduleId: ModuleId
	lessonIds: readonly string[]
	/** Asks the server for a lesson. */
	readLesson: (lessonId: string) => Promise<unknown>
}

/** On average; it only serves to say beforehand how large a module is. */
const LESSON_BYTES = 30_000
/** A copy younger than this is not brought up to date. */
export const FRESH_MS = 60 * 60_000

const isKept = (raw: unknown): raw is KeptModule =>
	typeof raw === 'object' && raw !== null && 'keptAt' in raw && Number.isFinite(raw.keptAt) && 'bytes' in raw && Number.isFinite(raw.bytes)

function parse(raw: unknown): Kept | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { userId, modules } = raw as Partial<Record<string, unknown>>
	if ((userId !== null && typeof userId !== 'string') || typeof modules !== 'object' || modules === null) return null
	return { userId, modules: Object.fromEntries(Object.entries(modules).filter((entry): entry is [string, KeptModule] => isKept(entry[1]))) }
}

const value = storedValue(storageKeys.keptModules, parse)

/** What this person keeps; what somebody else kept in this browser does not count. */
function readKept(): Kept['modules'] {
	const kept = value.read()
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

async function readFileList(): Promise<FileList> {
	const answer = await fetch(FILE_LIST, { cache: 'no-cache' })
	if (!answer.ok) throw new Error(`${FILE_LIST} answered ${answer.status}`)
	return (await answer.json()) as FileList
}

/** How many bytes a module will take, roughly. */
export const estimateBytes = async (lessons: number) => (await readFileList()).bytes + lessons * LESSON_BYTES

const lessonPath = (moduleId: number, lessonId: string) => `/api/course/modules/${moduleId}/lessons/${lessonId}`

/** The pages of these modules, and those that lead to them. */
const pagesOf = (moduleIds: readonly number[]) =>
	[...moduleIds.map(paths.courseModule), paths.modules, paths.continueLearning, paths.review].flatMap((path) => [path, `${path}.data`])

async function put(cache: Cache, path: string, answer: Response): Promise<number> {
	if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`)
	const { size } = await answer.clone().blob()
	await cache.put(path, answer)
	return size
}

/**
 * Keeps a module on this device, or brings its copy up to date: its pages, its lessons, and the files of the site. What was
 * kept before stays until all of the new is there; a file that the site no longer has is dropped.
 * @param onStep called with how much of it is done, 0 to 1
 * @throws ApiError when the server refuses a lesson, DOMException `QuotaExceededError` when the device has no room
 */
export async function keepModule(
	{ moduleId, lessonIds, readLesson }: ModuleToKeep,
	onStep: (share: number) => void = () => {},
): Promise<void> {
	const userId = readUserId()
	const earlier = value.read()
	if (earlier && earlier.userId !== userId) await caches.delete(KEPT_PAGES)
	const [pages, files, list] = await Promise.all([caches.open(KEPT_PAGES), caches.open(KEPT_FILES), readFileList()])
	// Pages of other modules too: after a change of the site the old ones name files that are dropped below.
	const addresses = pagesOf([...new Set([moduleId, ...Object.keys(readKept()).map(Number)])])
	let done = 0
	let bytes = list.bytes
	const step = (added: number) => {
		bytes += added
		done += 1
		onStep(done / (lessonIds.length + addresses.length + list.files.length))
	}

	for (const lessonId of lessonIds) {
		step(await put(pages, lessonPath(moduleId, lessonId), Response.json(await readLesson(lessonId))))
	}
	for (const file of list.files) {
		if (!(await files.match(file))) await put(files, file, await fetch(file))
		step(0)
	}
	// Last, since they name the files.
	for (const address of addresses) step(await put(pages, address, await fetch(address, { cache: 'no-cache' })))
	for (const { url } of await files.keys()) if (!list.files.includes(new URL(url).pathname)) await files.delete(url)

	await navigator.serviceWorker.register(WORKER)
	value.write({ userId, modules: { ...readKept(), [moduleId]: { keptAt: Date.now(), bytes } } })
}

/** Removes a module from this device; with the last one everything else goes too. */
export async function forgetModule(moduleId: ModuleId): Promise<void> {
	const { [moduleId]: _, ...others } = readKept()
	if (Object.keys(others).length === 0) return forgetAllModules()
	value.write({ userId: readUserId(), modules: others })
	const pages = await caches.open(KEPT_PAGES)
	for (const { url } of await pages.keys()) {
		const { pathname } = new URL(url)
		const path = paths.courseModule(moduleId)
		if (pathname === path || pathname === `${path}.data` || pathname.startsWith(lessonPath(moduleId, ''))) await pages.delete(url)
	}
}

async function forgetAllModules(): Promise<void> {
	value.clear()
	await Promise.all([caches.delete(KEPT_PAGES), caches.delete(KEPT_FILES)])
	const registration = await navigator.serviceWorker.getRegistration(WORKER)
	await registration?.unregister()
}

/** The copy of a lesson as the server sent it, if this person keeps its module; otherwise null. */
export async function readKeptLesson(moduleId: number, lessonId: string): Promise<unknown> {
	if (readKept()[moduleId] === undefined || !canKeep()) return null
	const copy = await caches.match(lessonPath(moduleId, lessonId), { cacheName: KEPT_PAGES, ...LOOSELY })
	return copy?.json() ?? null
}
