import { AWAY_PAGE, KEPT_FILES, KEPT_PAGES, LOOSELY } from '#app/lib/kept-names.ts'

type WorkerScope = EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }

/** Timeout of a connection that exists in name only. */
const PATIENCE_MS = 5000

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

/** The name of such a file holds a hash of its content, so a copy is never out of date. */
const answerFile = async (request: Request) => (await caches.match(request, { cacheName: KEPT_FILES, ...LOOSELY })) ?? fetch(request)

/**
 * The server's page if it can be reached, otherwise the copy. A slow server is only given up if there is a copy: a large download may take
 * its time, and a link that works once must not be answered by something else.
 */
async function answerPage(request: Request): Promise<Response> {
	const copy = await caches.match(request, { cacheName: KEPT_PAGES, ...LOOSELY })
	try {
		const answer = await (copy ? Promise.race([fetch(request), giveUp()]) : fetch(request))
		// A proxy answers for a server that is down.
		return copy && answer.status >= 500 ? copy : answer
	} catch {
		return copy ?? (request.mode === 'navigate' ? awayPage() : Response.error())
	}
}

const giveUp = () =>
	new Promise<never>((_, reject) => {
		setTimeout(() => reject(new Error('The server did not answer in time')), PATIENCE_MS)
	})

/** Fallback for a page without a copy: lists the modules that can be opened. */
async function awayPage(): Promise<Response> {
	const page = await caches.match(AWAY_PAGE, { cacheName: KEPT_PAGES })
	return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error()
}
