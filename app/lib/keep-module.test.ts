import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { dropEvicted, estimateBytes, forgetModule, keepModule } from './keep-module.ts'
import { readKeptLesson } from './kept-modules.ts'
import { KEPT_FILE_LIST_PATH, KEPT_FILES, KEPT_PAGES } from './kept-names.ts'
import { storageKeys } from './storage-keys.ts'

const store = new Map<string, Map<string, Response>>()
const pathOf = (asked: string | Request) => new URL(typeof asked === 'string' ? asked : asked.url, location.origin).pathname

function openCache(name: string) {
	const held = store.get(name) ?? new Map<string, Response>()
	store.set(name, held)
	return {
		match: async (asked: string) => held.get(pathOf(asked))?.clone(),
		put: async (asked: string, answer: Response) => void held.set(pathOf(asked), answer),
		keys: async () => [...held.keys()].map((path) => ({ url: location.origin + path })),
		delete: async (asked: string) => held.delete(pathOf(asked)),
	}
}

const SHARED = 1_000_000
const PAGE = 'x'.repeat(500)

/** The simulated site: its files, and its response to page requests. */
const site = { files: ['/assets/a.js'], answer: () => new Response(PAGE) }
const pathsIn = (name: string) => [...(store.get(name)?.keys() ?? [])]

beforeAll(() => {
	vi.stubGlobal('caches', {
		open: async (name: string) => openCache(name),
		delete: async (name: string) => store.delete(name),
		match: async (asked: string, { cacheName }: { cacheName: string }) => openCache(cacheName).match(asked),
	})
	vi.stubGlobal('fetch', async (path: string) =>
		path === KEPT_FILE_LIST_PATH ? Response.json({ files: site.files, bytes: SHARED }) : site.answer(),
	)
	Object.defineProperty(navigator, 'serviceWorker', {
		configurable: true,
		value: { register: async () => {}, getRegistration: async () => undefined },
	})
})
afterEach(() => {
	store.clear()
	localStorage.clear()
	Object.assign(site, { files: ['/assets/a.js'], answer: () => new Response(PAGE) })
})

const keep = (moduleId: number) => keepModule({ moduleId, lessonIds: ['one'], readLesson: async () => ({ text: 'y'.repeat(2000) }) })
const readRecord = () =>
	JSON.parse(localStorage.getItem(storageKeys.keptModules) ?? '{"modules":{}}') as {
		modules: Record<string, { keptAt: number; bytes: number; sharedBytes: number }>
	}

test('shared files are counted only with the first offline module', async () => {
	const alone = await estimateBytes(8)
	expect(alone).toBeGreaterThan(SHARED)
	await keep(1)
	expect(await estimateBytes(8)).toBe(alone - SHARED)
})

test('the size of a module doesn’t depend on how many others are stored', async () => {
	await keep(1)
	const { bytes, sharedBytes } = readRecord().modules[1]!
	expect(bytes).toBeLessThan(10_000)
	expect(sharedBytes).toBeGreaterThanOrEqual(SHARED)
	await keep(2)
	expect(readRecord().modules[2]).toMatchObject({ bytes, sharedBytes })
})

test('a module evicted by the browser no longer counts as stored', async () => {
	await keep(1)
	await keep(2)
	expect(await dropEvicted(1)).toBe(false)
	store.clear()
	expect(await dropEvicted(1)).toBe(true)
	expect(readRecord().modules).toEqual({})
	expect(await estimateBytes(1)).toBeGreaterThan(SHARED)
})

test('only the evicted one of two modules is dropped', async () => {
	await keep(1)
	await keep(2)
	for (const pages of store.values()) pages.delete('/course/module2')
	expect(await dropEvicted(1)).toBe(false)
	expect(Object.keys(readRecord().modules)).toEqual(['1'])
})

test('a copy made by an earlier version still counts', async () => {
	await keep(1)
	const { keptAt, bytes } = readRecord().modules[1]!
	localStorage.setItem(storageKeys.keptModules, JSON.stringify({ userId: null, modules: { 1: { keptAt, bytes } } }))
	expect(await estimateBytes(0)).toBe(0)
})

test('another learner storing a module deletes the previous learner’s', async () => {
	const signIn = (id: string) =>
		localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ user: { id, email: `${id}@example.com` } }))
	const keepAs = (id: string, moduleId: number) => {
		signIn(id)
		return keepModule({ moduleId, lessonIds: [`of-${id}`], readLesson: async () => ({ text: id }) })
	}
	const lessons = () => [...store.values()].flatMap((held) => [...held.keys()]).filter((path) => path.includes('/lessons/'))
	await keepAs('ada', 1)
	expect(lessons()).toEqual(['/api/course/modules/1/lessons/of-ada'])
	expect(await readKeptLesson(1, 'of-ada')).toEqual({ text: 'ada' })
	signIn('ben')
	expect(await readKeptLesson(1, 'of-ada')).toBeNull()
	await keepAs('ben', 2)
	expect(lessons()).toEqual(['/api/course/modules/2/lessons/of-ben'])
	expect(readRecord()).toMatchObject({ userId: 'ben', modules: { 2: {} } })
	expect(Object.keys(readRecord().modules)).toEqual(['2'])
})

test('after a site change all stored pages are refreshed and old files deleted', async () => {
	await keep(1)
	Object.assign(site, { files: ['/assets/b.js'], answer: () => new Response('new') })
	await keep(2)
	expect(pathsIn(KEPT_FILES)).toEqual(['/assets/b.js'])
	expect(await (await openCache(KEPT_PAGES).match('/course/module1'))?.text()).toBe('new')
})

test('a redirected page isn’t stored, and the earlier copy stays', async () => {
	await keep(1)
	Object.assign(site, { answer: () => Object.defineProperty(new Response('Sign in'), 'redirected', { value: true }) })
	await expect(keep(2)).rejects.toThrow('/course/module2')
	expect(Object.keys(readRecord().modules)).toEqual(['1'])
	expect(await (await openCache(KEPT_PAGES).match('/course/module1'))?.text()).toBe(PAGE)
})

test('removing a module deletes its page and lessons, and keeps those of others', async () => {
	await keep(1)
	await keep(2)
	await forgetModule(1)
	expect(pathsIn(KEPT_PAGES).filter((path) => /modules?\/?1/.test(path))).toEqual([])
	expect(pathsIn(KEPT_PAGES)).toEqual(expect.arrayContaining(['/course/module2', '/api/course/modules/2/lessons/one']))
	await forgetModule(2)
	expect([pathsIn(KEPT_PAGES), pathsIn(KEPT_FILES), readRecord().modules]).toEqual([[], [], {}])
})

test('without the site’s files no module counts as stored', async () => {
	await keep(1)
	store.delete(KEPT_FILES)
	expect(await dropEvicted(1)).toBe(true)
})
