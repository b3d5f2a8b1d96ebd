import { KEPT_FILES, KEPT_PAGES, LOOSELY } from '#app/lib/kept-names.ts'

type WorkerScope = EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }

/** A connection that is there in name only is given up after this time. */
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
 * The server's page while it can be reached, otherwise the copy. Only where there is a copy a slow server is given up: a large
 * download may take its time, and a link that works once must not be answered by something else.
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

const PAGE_TITLE = /<title>([^<]*)<\/title>/

/** For a page of which there is no copy: which modules can be opened. */
async function awayPage(): Promise<Response> {
	const cache = await caches.open(KEPT_PAGES)
	const kept = (await cache.keys()).filter(({ url }) => /\/course\/[a-z0-9]+$/.test(new URL(url).pathname))
	const links = await Promise.all(
		kept.map(async ({ url }) => {
			const [, title = 'A module'] = PAGE_TITLE.exec((await (await cache.match(url))?.text()) ?? '') ?? []
			return `<li><a href="${new URL(url).pathname}">${title}</a></li>`
		}),
	)
	const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>You’re offline</title><style>
:root{color-scheme:light dark}body{max-width:36rem;margin:15vh auto;padding:0 1.25rem;font:1.125rem/1.6 Georgia,serif}li{margin:.75rem 0}</style></head>
<body><main><h1>You’re offline</h1><p>These still work:</p><ul>${links.join('')}</ul></main></body></html>`
	const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
	return new Response(html, {
		status: 503,
		headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' },
	})
}
