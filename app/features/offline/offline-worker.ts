import { OFFLINE_PAGE, KEPT_FILES, KEPT_PAGES, CACHE_MATCH_OPTIONS } from '#app/lib/kept-names.ts'

type WorkerScope = EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }

/** Timeout for a server that accepts the connection but doesn't respond. */
const TIMEOUT_MS = 5000

const worker = self as unknown as WorkerScope
worker.addEventListener('install', (event) => (event as Lasting).waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => (event as Lasting).waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
	const { request, respondWith } = event as Asked
	const { origin, pathname } = new URL(request.url)
	if (request.method !== 'GET' || origin !== self.location.origin) return
	const answer = pathname.startsWith('/assets/')
		? answerFile(request)
		: request.mode === 'navigate' || pathname.endsWith('.data')
			? answerPage(request)
			: null
	if (answer) respondWith.call(event, answer)
})

/** Asset file names contain a hash of their content, so a cached copy is never outdated. */
const answerFile = async (request: Request) =>
	(await caches.match(request, { cacheName: KEPT_FILES, ...CACHE_MATCH_OPTIONS })) ?? fetch(request)

/**
 * Responds with the server's page, otherwise with the saved copy. Without a copy there is no timeout: a large download may be slow, and the
 * fallback must not replace the response to a one-time link.
 */
async function answerPage(request: Request): Promise<Response> {
	const copy = await caches.match(request, { cacheName: KEPT_PAGES, ...CACHE_MATCH_OPTIONS })
	try {
		const answer = await (copy ? Promise.race([fetch(request), giveUp()]) : fetch(request))
		// A 5xx may come from a proxy while the server is down.
		return copy && answer.status >= 500 ? copy : answer
	} catch {
		return copy ?? (request.mode === 'navigate' ? respondWithOfflinePage() : Response.error())
	}
}

const giveUp = () =>
	new Promise<never>((_, reject) => {
		setTimeout(() => reject(new Error('The server did not answer in time')), TIMEOUT_MS)
	})

/** Offline fallback for a page without a copy: lists the modules available offline. */
async function respondWithOfflinePage(): Promise<Response> {
	const page = await caches.match(OFFLINE_PAGE, { cacheName: KEPT_PAGES })
	return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error()
}
