import { afterEach, beforeAll, expect, test, vi } from 'vitest'

const COPY = '<title>Module 1</title>copy'
const copies = new Map<string, string>()
const cached = (url: string) => {
	const text = copies.get(new URL(url, location.origin).pathname)
	return text === undefined ? undefined : new Response(text)
}

beforeAll(async () => {
	vi.stubGlobal('caches', {
		match: (asked: string | { url: string }) => Promise.resolve(cached(typeof asked === 'string' ? asked : asked.url)),
	})
	await import('./offline-worker.ts')
})
afterEach(() => {
	copies.clear()
	vi.useRealTimers()
})

const answerOf =
	(status: number, text: string, ms = 0) =>
	() =>
		new Promise<Response>((resolve) => {
			setTimeout(() => resolve(new Response(text, { status })), ms)
		})
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

/** Returns the worker's response; null if it leaves the request to the browser. */
async function ask(path: string, server: () => Promise<Response>, { method = 'GET', mode = 'navigate' } = {}) {
	vi.stubGlobal('fetch', vi.fn(server))
	let answer: Promise<Response> | null = null
	const request = { url: new URL(path, location.origin).href, method, mode }
	window.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith: (given: Promise<Response>) => (answer = given) }))
	if (answer === null) return null
	const given = await (answer as Promise<Response>)
	return { status: given.status, text: await given.text() }
}

test('a page comes from the server while it is reachable', async () => {
	copies.set('/course/module1', COPY)
	expect(await ask('/course/module1?section=a', answerOf(200, 'fresh'))).toEqual({ status: 200, text: 'fresh' })
	expect(await ask('/course/module1', answerOf(404, 'gone'))).toEqual({ status: 404, text: 'gone' })
})

test.each([
	{ server: 'can’t be reached', answer: unreachable },
	{ server: 'has an error', answer: answerOf(500, 'Error') },
	{ server: 'is down behind a proxy', answer: answerOf(502, 'Bad Gateway') },
	{ server: 'takes too long', answer: answerOf(200, 'late', 60_000) },
])('when the server $server the offline copy is shown', async ({ answer }) => {
	vi.useFakeTimers()
	copies.set('/course/module1', COPY)
	const asked = ask('/course/module1?section=a', answer)
	await vi.advanceTimersByTimeAsync(5000)
	expect(await asked).toEqual({ status: 200, text: COPY })
})

test('without a copy there is no timeout for large downloads and one-time links', async () => {
	vi.useFakeTimers()
	const asked = ask('/downloads/planner-pack.pdf', answerOf(200, 'file', 60_000))
	await vi.advanceTimersByTimeAsync(60_000)
	expect(await asked).toEqual({ status: 200, text: 'file' })
	const failing = ask('/auth/v1/verify', answerOf(502, 'Bad Gateway'))
	await vi.advanceTimersByTimeAsync(1)
	expect(await failing).toEqual({ status: 502, text: 'Bad Gateway' })
})

test('a page without a copy shows the offline page', async () => {
	copies.set('/offline', 'These still work:')
	expect(await ask('/blog', unreachable)).toEqual({ status: 503, text: 'These still work:' })
	copies.clear()
	expect(await ask('/blog', unreachable)).toEqual({ status: 0, text: '' })
})

test('a file comes from the cache, and other requests are left to the browser', async () => {
	copies.set('/assets/a.js', 'kept')
	expect(await ask('/assets/a.js', unreachable, { mode: 'cors' })).toEqual({ status: 200, text: 'kept' })
	expect(await ask('/api/progress', unreachable, { mode: 'cors' })).toBeNull()
	expect(await ask('/contact', unreachable, { method: 'POST' })).toBeNull()
	expect(await ask('https://elsewhere.example/', unreachable)).toBeNull()
})
