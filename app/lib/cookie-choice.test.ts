import { afterEach, expect, test, vi } from 'vitest'

import { cookieChoice } from './cookie-choice.ts'

const sent: { path: string; init: RequestInit & { body: string } }[] = []

afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	localStorage.clear()
})

function openedAs(type: string, name = 'http://localhost:3000/', referrer = '') {
	vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, name } as unknown as PerformanceEntry])
	vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
}

async function load() {
	vi.resetModules()
	sent.length = 0
	vi.stubGlobal('fetch', async (path: string, init: RequestInit & { body: string }) => {
		sent.push({ path, init })
		return new Response(null, { status: 204 })
	})
	return import('./cookie-choice.ts')
}

test.each([null, 'declined'] as const)('with the choice %s no step is reported', async (choice) => {
	openedAs('navigate')
	if (choice) cookieChoice.write(choice)
	const { countStep } = await load()
	countStep('visit')
	expect(sent).toEqual([])
})

test('after Accept a step is sent once, with its origin, without cookie or session', async () => {
	openedAs('navigate', 'http://localhost:3000/?utm_source=newsletter&email=ana%40example.com', 'https://www.google.com/search?q=secret')
	cookieChoice.write('accepted')
	const { countStep } = await load()
	countStep('visit')
	countStep('visit')
	countStep('quiz')
	expect(sent.map(({ init }) => JSON.parse(init.body) as object)).toEqual([
		{ step: 'visit', name: 'newsletter', host: 'www.google.com' },
		{ step: 'quiz', name: 'newsletter', host: 'www.google.com' },
	])
	for (const { path, init } of sent) {
		expect([path, init.credentials]).toEqual(['/api/visits', 'omit'])
		expect(Object.keys(init.headers ?? {})).toEqual(['content-type'])
	}
})

test.each(['reload', 'back_forward'])('a page opened by %s isn’t a visit, but its steps count', async (type) => {
	openedAs(type)
	cookieChoice.write('accepted')
	const { countStep } = await load()
	countStep('visit')
	countStep('quiz')
	expect(sent.map(({ init }) => JSON.parse(init.body) as object)).toEqual([{ step: 'quiz' }])
})

test.each([
	['globalPrivacyControl', true],
	['doNotTrack', '1'],
])('with %s set, nothing is counted even after Accept', async (signal, value) => {
	openedAs('navigate')
	cookieChoice.write('accepted')
	vi.stubGlobal('navigator', Object.create(navigator, { [signal]: { value } }) as Navigator)
	const { countStep } = await load()
	countStep('visit')
	expect(sent).toEqual([])
})
