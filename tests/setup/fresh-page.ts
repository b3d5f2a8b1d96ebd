// Vitest setup file for tests of the app. Test files of a worker share a process, so that the DOM is loaded once; this gives
// each file a new page and freshly loaded modules.
import { afterAll, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

if ('document' in globalThis) throw new Error('the page of another test file is still here')
vi.resetModules()
const page = await builtinEnvironments['happy-dom'].setup(globalThis, {})
// The attributes that app/root.tsx renders.
Object.assign(document.documentElement.dataset, { modules: '1 2 3 4 5 6', projectModule: '3' })

afterAll(async () => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	await page.teardown(globalThis)
	Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})
