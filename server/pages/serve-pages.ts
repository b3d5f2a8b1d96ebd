import type { Content } from '#content/load-content.server.ts'
import type { FileIssue } from '#content/parsed-files.ts'
import { matchEncoding, type Encoding } from '#server/http/accept-encoding.ts'
import { matchesEtag } from '#server/http/match-etag.ts'
import { baseSecurityHeaders } from '#server/http/security-headers.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { Pages } from '#server/services/context.ts'

import type { App } from './app.ts'
import { dataAddress, NOT_FOUND, type PageParts, ReleasePages } from './release-pages.ts'
import { type ServedFile, mediaTypeOf } from './served-file.ts'

/** Returns the path of a URL without creating a URL object, because this runs for every request of the site. */
function pathOf(url: string): string {
	const start = url.indexOf('/', url.indexOf('://') + 3)
	if (start === -1) return '/'
	const end = url.slice(start).search(/[?#]/)
	return end === -1 ? url.slice(start) : url.slice(start, start + end)
}

function decode(path: string): string | null {
	try {
		return decodeURIComponent(path)
	} catch {
		return null // an invalid escape sequence can't be a file's name
	}
}

function respondWhenRendered(
	found: ServedFile | Promise<ServedFile> | null,
	answer: (file: ServedFile) => Response,
): Response | Promise<Response> {
	if (found === null) throw new Error('the release has no such page')
	return found instanceof Promise ? found.then(answer) : answer(found)
}

function respondWithFile(request: Request, file: ServedFile, status: 200 | 404): Response {
	if (status === 200 && matchesEtag(request.headers.get('if-none-match'), file.etag))
		return new Response(null, { status: 304, headers: file.headers })
	const available = Object.keys(file.packed) as Encoding[]
	const encoding = available.length === 0 ? null : matchEncoding(request.headers.get('accept-encoding'), available)
	const body = (encoding && file.packed[encoding]) || file.plain
	// Hono's adapter writes a plain object directly to the socket, but would have to convert a Headers object.
	const headers: Record<string, string> = { ...file.headers, 'content-length': String(body.byteLength) }
	if (encoding) headers['content-encoding'] = encoding
	if (status === 404) delete headers.etag
	return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

type Served = {
	release: ReleasePages
	files: PageParts['files']
	previous: ReleasePages | null
	/** Returns the key of a path: the path itself, or the pattern of an app path. */ addressOf: (path: string) => string
}

function serveFrom({ release, files, previous, addressOf }: Served, request: Request, path: string | null): Response | Promise<Response> {
	const respondNotFound = () => respondWhenRendered(release.find(NOT_FOUND), (file) => respondWithFile(request, file, 404))
	// No visitor may request a pattern: pages with parameters are stored under it.
	if (path === null || path === NOT_FOUND || path.includes(':')) return respondNotFound()
	const address = addressOf(path)
	if (release.has(address)) release.requestedPaths.add(address)
	const found = release.find(address) ?? files.get(path) ?? (path.startsWith('/assets/') && previous?.find(path))
	if (found) return respondWhenRendered(found, (file) => respondWithFile(request, file, 200))
	const bare = path.replace(/\/+$/, '')
	if (bare !== path && !bare.startsWith('//') && (release.has(addressOf(bare)) || files.has(bare)))
		return new Response(null, { status: 308, headers: { location: encodeURI(bare) + new URL(request.url).search } })
	const moved = release.findNewAddress(bare)
	if (moved !== null) {
		// Don't let browsers cache the redirect, because the page may move back.
		const headers = { location: moved + new URL(request.url).search, 'cache-control': 'no-cache' }
		return new Response(null, { status: 308, headers })
	}
	return respondNotFound()
}

export type PageServer = Pages & {
	/** Responds to a request; null for methods other than GET and HEAD. Pages that were already rendered are sent synchronously. */
	serve: (request: Request, content: Content) => Response | Promise<Response> | null
	/** Renders those pages of the next release that visitors have requested in the current one. */
	prepare: (content: Content) => Promise<void>
	/** @returns the pages that fail, each with the file most likely to be the cause */
	findBroken: (content: Content) => Promise<FileIssue[]>
}

export type PagesOptions = Pick<PageParts, 'siteUrl' | 'captcha'> & {
	hstsIncludesSubdomains: boolean
	/** True renders all pages after the first request, so that later visitors don't wait. */
	rendersAhead: boolean
	log: Pick<Logger, 'error'>
	/** Paths of pages that only the browser fills in (contracts/paths.ts). */
	appPaths: readonly string[]
	/** Regular expressions for the parameters of `appPaths`. */
	segmentShapes: Readonly<Record<string, string>>
}

/** Loads the app once. A failure isn't cached. `current` is null until the app is loaded. */
function createAppLoader(load: () => Promise<App>): { current: App | null; load: () => Promise<App> } {
	let loading: Promise<App> | undefined
	const loader = {
		current: null as App | null,
		async load() {
			loading ??= load()
			try {
				return (loader.current = await loading)
			} catch (error) {
				loading = undefined
				throw error
			}
		},
	}
	return loader
}

/**
 * Serves the site from memory, each page rendered once per release and with its own content security policy.
 * @param load loads the React app; called with the first request for a page
 * @param files files of the build (readBuiltFiles)
 */
export function createPageServer(load: () => Promise<App>, files: PageParts['files'], options: PagesOptions): PageServer {
	const securityHeaders = baseSecurityHeaders(options)
	const addressOf = createAddressResolver(options)
	const known = new WeakMap<Content, ReleasePages>()
	const appLoader = createAppLoader(load)
	let served: Content | null = null
	/** Previous release: pages that are still open in a browser may request its style sheet. */
	let previous: ReleasePages | null = null

	function releaseOf(content: Content, app: App): ReleasePages {
		const release = known.get(content) ?? new ReleasePages(content, { ...options, app, files, securityHeaders })
		known.set(content, release)
		return release
	}

	const open = async (content: Content): Promise<ReleasePages> => releaseOf(content, await appLoader.load())

	const logFailure = (error: unknown) => options.log.error('site rendering failed', { error })

	/** Returns the release. The first call for it starts rendering its pages ahead. */
	function activateRelease(content: Content, app: App): ReleasePages {
		const release = releaseOf(content, app)
		if (served !== content) {
			previous = (served && known.get(served)) ?? null
			served = content
			if (options.rendersAhead) release.renderAll(() => served === content).catch(logFailure)
		}
		return release
	}

	return {
		serve(request, content) {
			if (request.method !== 'GET' && request.method !== 'HEAD') return null
			const path = decode(pathOf(request.url))
			const respond = (app: App) => serveFrom({ release: activateRelease(content, app), files, previous, addressOf }, request, path)
			return appLoader.current ? respond(appLoader.current) : appLoader.load().then(respond)
		},
		async prepare(content) {
			const current = served && known.get(served)
			if (current) await (await open(content)).prepare(current).catch(logFailure)
		},
		findBroken: async (content) => (await open(content)).findBroken(),
		list: async (content) => (await open(content)).paths,
		renderPreview: async (content, address) => (await open(content)).renderPreview(addressOf(address)),
		renderForRequest: async (content, request, given) => (await open(content)).renderForRequest(request, given),
		async file(content, address) {
			const release = await open(content)
			const file = (await release.find(address)) ?? files.get(address)
			return file ? { body: file.plain, type: mediaTypeOf(address) } : null
		},
	}
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns a function that maps a path to the key of its page or data. `:name` matches one segment of the form in `segmentShapes`. */
function createAddressResolver({ appPaths, segmentShapes }: Pick<PagesOptions, 'appPaths' | 'segmentShapes'>): (path: string) => string {
	const patterns = appPaths.map((appPath) => {
		const segments = appPath
			.split('/')
			.map((segment) => (segment.startsWith(':') ? (segmentShapes[segment.slice(1)] ?? '[^/]+') : escapeRegExp(segment)))
		return { appPath, pattern: new RegExp(`^${segments.join('/')}$`) }
	})
	return (path) => {
		const isData = path.endsWith('.data')
		const page = isData ? path.slice(0, -'.data'.length) : path
		const appPath = patterns.find(({ pattern }) => pattern.test(page))?.appPath
		return appPath === undefined ? path : isData ? dataAddress(appPath) : appPath
	}
}
