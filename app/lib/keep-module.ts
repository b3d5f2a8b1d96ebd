import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { canKeepModules, keptModulesStore, lessonPath, readKeptModules, type KeptModule } from './kept-modules.ts'
import {
	OFFLINE_PAGE,
	KEPT_FILE_LIST_PATH,
	KEPT_FILES,
	KEPT_PAGES,
	CACHE_MATCH_OPTIONS,
	WORKER_PATH,
	type KeptFileList,
} from './kept-names.ts'
import { readUserId } from './stored-session.ts'

export type ModuleToKeep = {
	moduleId: ModuleId
	lessonIds: readonly string[]
	readLesson: (lessonId: string) => Promise<unknown>
}

/** Average bytes of a lesson, used only for estimates. */
const LESSON_BYTES = 30_000
async function readFileList(): Promise<KeptFileList> {
	const answer = await fetch(KEPT_FILE_LIST_PATH, { cache: 'no-cache' })
	if (!answer.ok) throw new Error(`${KEPT_FILE_LIST_PATH} returned ${answer.status}`)
	return (await answer.json()) as KeptFileList
}

/** Estimates a module's download size in bytes. Files shared by all modules count only for the first one. */
export async function estimateBytes(lessons: number): Promise<number> {
	const isFirst = Object.keys(readKeptModules()).length === 0
	return (isFirst ? (await readFileList()).bytes : 0) + lessons * LESSON_BYTES
}

/** Returns the URLs to cache: the modules' pages, pages that link to them, their loader data, and the offline fallback. */
const pagesOf = (moduleIds: readonly number[]) =>
	[...moduleIds.map(paths.courseModule), paths.modules, paths.continueLearning, paths.review]
		.flatMap((path) => [path, `${path}.data`])
		.concat(OFFLINE_PAGE)

const isPageOf = (moduleId: number, path: string) => [paths.courseModule(moduleId), `${paths.courseModule(moduleId)}.data`].includes(path)

async function put(cache: Cache, path: string, answer: Response): Promise<number> {
	if (!answer.ok || answer.redirected) throw new Error(`${path} returned ${answer.status}`)
	const { size } = await answer.clone().blob()
	await cache.put(path, answer)
	return size
}

/**
 * Saves a module for offline use, or updates its copy. The previous copy stays until the new one is complete.
 * @param onStep called with the fraction done, 0 to 1
 */
export async function keepModule(
	{ moduleId, lessonIds, readLesson }: ModuleToKeep,
	onStep: (share: number) => void = () => {},
): Promise<void> {
	const userId = readUserId()
	const earlier = keptModulesStore.read()
	if (earlier && earlier.userId !== userId) await caches.delete(KEPT_PAGES)
	const [pages, files, list] = await Promise.all([caches.open(KEPT_PAGES), caches.open(KEPT_FILES), readFileList()])
	// Also updates other modules' pages. After a new version of the site, the old ones would refer to files that are deleted below.
	const addresses = pagesOf([...new Set([moduleId, ...Object.keys(readKeptModules()).map(Number)])])
	let done = 0
	let bytes = 0
	let sharedBytes = list.bytes
	const step = () => {
		done += 1
		onStep(done / (lessonIds.length + addresses.length + list.files.length))
	}

	for (const lessonId of lessonIds) {
		bytes += await put(pages, lessonPath(moduleId, lessonId), Response.json(await readLesson(lessonId)))
		step()
	}
	for (const file of list.files) {
		if (!(await files.match(file))) await put(files, file, await fetch(file))
		step()
	}
	// Pages come after the files that they refer to.
	for (const address of addresses) {
		const size = await put(pages, address, await fetch(address, { cache: 'no-cache' }))
		if (isPageOf(moduleId, address)) bytes += size
		// Pages of other modules count toward those modules.
		else if (!address.startsWith('/course/')) sharedBytes += size
		step()
	}
	for (const { url } of await files.keys()) if (!list.files.includes(new URL(url).pathname)) await files.delete(url)

	await navigator.serviceWorker.register(WORKER_PATH)
	keptModulesStore.write({ userId, modules: { ...readKeptModules(), [moduleId]: { keptAt: Date.now(), bytes, sharedBytes } } })
}

/** Removes a module's copy. With the last module, also removes shared files and the service worker. */
export async function forgetModule(moduleId: ModuleId): Promise<void> {
	const { [moduleId]: _, ...others } = readKeptModules()
	if (Object.keys(others).length === 0) return forgetAllModules()
	keptModulesStore.write({ userId: readUserId(), modules: others })
	const pages = await caches.open(KEPT_PAGES)
	for (const { url } of await pages.keys()) {
		const { pathname } = new URL(url)
		if (isPageOf(moduleId, pathname) || pathname.startsWith(lessonPath(moduleId, ''))) await pages.delete(url)
	}
}

async function forgetAllModules(): Promise<void> {
	keptModulesStore.clear()
	await Promise.all([caches.delete(KEPT_PAGES), caches.delete(KEPT_FILES)])
	const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH)
	await registration?.unregister()
}

/**
 * Removes the records of modules whose copies are gone: browsers that run out of space delete a site's storage without notice.
 * @returns true if this module's copy is gone
 */
export async function dropEvicted(moduleId: ModuleId): Promise<boolean> {
	const kept = Object.entries(readKeptModules())
	if (!canKeepModules() || kept.length === 0) return false
	const [pages, files] = await Promise.all([caches.open(KEPT_PAGES), caches.open(KEPT_FILES)])
	const hasFiles = (await files.keys()).length > 0
	const found = await Promise.all(kept.map(([id]) => pages.match(paths.courseModule(Number(id)), CACHE_MATCH_OPTIONS)))
	const left = kept.filter((_, at) => hasFiles && found[at] !== undefined)
	if (left.length === 0) await forgetAllModules()
	else if (left.length < kept.length) keptModulesStore.write({ userId: readUserId(), modules: Object.fromEntries(left) })
	const isThis = ([id]: [string, KeptModule]) => Number(id) === moduleId
	return kept.some(isThis) && !left.some(isThis)
}
