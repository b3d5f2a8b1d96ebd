import { afterEach, expect, test, vi } from 'vitest'

import type { ModuleToKeep } from '#app/lib/keep-module.ts'
import { KEPT_MODULE_FRESH_MS } from '#app/lib/kept-modules.ts'
import { ApiError } from '#app/lib/own-api.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useKeptModule } from './use-kept-module.ts'

const calls = vi.hoisted(() => ({ keepModule: vi.fn(), forgetModule: vi.fn(), dropEvicted: vi.fn() }))
vi.mock('#app/lib/keep-module.ts', () => calls)

const MODULE: ModuleToKeep = { moduleId: 1, lessonIds: ['one'], readLesson: async () => ({}) }
const refusal = (status: number) =>
	new ApiError({ kind: 'refused', status, code: 'x', message: 'x', fields: {}, requestId: null, retryAfterSeconds: null })

afterEach(() => {
	vi.unstubAllGlobals()
	vi.resetAllMocks()
	localStorage.clear()
})

/** Opens the page of a module stored `ageMs` ago. */
async function openPage(ageMs: number, answer: unknown, isKnown = true) {
	vi.stubGlobal('caches', {})
	Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
	calls.dropEvicted.mockResolvedValue(false)
	calls.forgetModule.mockResolvedValue(undefined)
	calls.keepModule.mockImplementation(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve()))
	const kept = { keptAt: Date.now() - ageMs, bytes: 1, sharedBytes: 1 }
	localStorage.setItem(storageKeys.keptModules, JSON.stringify({ userId: null, modules: { 1: kept } }))
	const { run, leave } = await renderHook(() => useKeptModule(MODULE, isKnown))
	await run(() => vi.dynamicImportSettled())
	await leave()
	return { asked: calls.keepModule.mock.calls.length, forgotten: calls.forgetModule.mock.calls.flat() }
}

test.each([401, 403, 404])('a copy the server answers with %i is deleted from the device', async (status) => {
	expect(await openPage(KEPT_MODULE_FRESH_MS + 1000, refusal(status))).toEqual({ asked: 1, forgotten: [1] })
})

test.each([
	['the server is busy', refusal(503)],
	['the server limits requests', refusal(429)],
	['there is no network', new ApiError({ kind: 'unreachable' })],
	['it is up to date now', 'ok'],
])('a copy is kept when %s', async (_what, answer) => {
	expect(await openPage(KEPT_MODULE_FRESH_MS + 1000, answer)).toEqual({ asked: 1, forgotten: [] })
})

test('a module that can’t be saved says why, and can be saved again', async () => {
	calls.keepModule.mockRejectedValue(refusal(403))
	const { current, run, leave } = await renderHook(() => useKeptModule(MODULE, true))
	await run(() => current().keep())
	expect(current()).toMatchObject({ share: null, problem: 'refused' })
	await leave()
})

test('a copy less than an hour old isn’t checked', async () => {
	expect(await openPage(KEPT_MODULE_FRESH_MS - 10_000, refusal(401))).toEqual({ asked: 0, forgotten: [] })
})

test('a copy dated in the future is refreshed', async () => {
	expect(await openPage(-KEPT_MODULE_FRESH_MS - 10_000, 'ok')).toEqual({ asked: 1, forgotten: [] })
})

test('the server isn’t asked before the account has the progress, because it could refuse an open module', async () => {
	expect(await openPage(KEPT_MODULE_FRESH_MS + 1000, refusal(403), false)).toEqual({ asked: 0, forgotten: [] })
})
