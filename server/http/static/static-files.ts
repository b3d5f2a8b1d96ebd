import type { CaptchaProvider } from '#contracts/captcha.ts'
import { matchEncoding, type Encoding } from '#server/http/accept-encoding.ts'

import { readByteRange } from './byte-range.ts'
import { loadBuild, type BuiltFile } from './load-build.ts'

export type StaticOptions = {
	/** Public origin without a trailing slash; goes into sitemap.xml and robots.txt. */
	siteUrl: string
	hstsIncludesSubdomains?: boolean
	/** Pages that only exist in the browser (contracts/app-paths.ts): they get the app shell with status 200. */
	appPaths: readonly string[]
	/** Regular expressions for the named segments of `appPaths`. */
	segmentShapes?: Readonly<Record<string, string>>
	/** The captcha whose widget the pages may load; none by default. */
	captcha?: CaptchaProvider | null
}

const APP_SHELL = '/__spa-fallback.html'
const NOT_FOUND = '/404.html'

/** The path alone, without building a URL object: this runs for every request of the site. */
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
		return null // a broken escape names no file
	}
}

const isFresh = (request: Request, etag: string) => {
	const known = request.headers.get('if-none-match')
	return known !== null && known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

/** A part of a video, so that a player can continue from there; null when the whole file is the answer. */
function presentPart(request: Request, { plain, headers }: BuiltFile): Response | null {
	if (request.headers.has('if-range')) return null // our validators are weak, so the part might not fit the rest
	const size = plain.byteLength
	const range = readByteRange(request.headers.get('range'), size)
	if (range === null) return null
	if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
	const body = plain.slice(range.first, range.last + 1)
	return new Response(request.method === 'HEAD' ? null : body, {
		status: 206,
		headers: {
			...headers,
			'content-range': `bytes ${range.first}-${range.last}/${size}`,
			'content-length': String(body.byteLength),
		},
	})
}

function present(request: Request, file: BuiltFile, status: 200 | 404): Response {
	if (status === 200 && isFresh(request, file.etag)) return new Response(null, { status: 304, headers: file.headers })
	const part = status === 200 && file.headers['accept-ranges'] ? presentPart(request, file) : null
	if (part) return part
	const available = Object.keys(file.packed) as Encoding[]
	const encoding = available.length === 0 ? null : matchEncoding(request.headers.get('accept-encoding'), available)
	const body = (encoding && file.packed[encoding]) || file.plain
	// A plain object: the adapter writes it to the socket as it is; it would have to unpack a Headers object.
	const headers: Record<string, string> = { ...file.headers, 'content-length': String(body.byteLength) }
	if (encoding) headers['content-encoding'] = encoding
	if (status === 404) delete headers.etag
	return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

/**
 * Serves the built site from memory: precompressed, with validators, and each page with its own content security policy. An
 * unknown address gets a 404; `/modules/` redirects to `/modules`.
 * @param buildDir the folder with `client/` and `csp.json`
 * @returns null for methods other than GET and HEAD
 * @throws Error when the folder holds no finished build
 */
export function createStaticFiles(
	buildDir: string,
	{ siteUrl, hstsIncludesSubdomains = false, appPaths, segmentShapes, captcha = null }: StaticOptions,
): (request: Request) => Response | null {
	const files = loadBuild(buildDir, { siteUrl, hstsIncludesSubdomains, captcha })
	const isAppPath = matchAppPath(appPaths, segmentShapes)
	const shell = files.get(APP_SHELL)
	const notFound = files.get(NOT_FOUND)
	if (!shell || !notFound) throw new Error(`${buildDir} holds no finished build (run: npm run build)`)
	for (const own of [APP_SHELL, NOT_FOUND]) files.delete(own)

	return (request) => {
		if (request.method !== 'GET' && request.method !== 'HEAD') return null
		const path = decode(pathOf(request.url))
		if (path === null) return present(request, notFound, 404)
		const file = files.get(path)
		if (file) return present(request, file, 200)
		const bare = path.replace(/\/+$/, '')
		if (bare !== path && !bare.startsWith('//') && (files.has(bare) || isAppPath(bare)))
			return new Response(null, { status: 308, headers: { location: bare + new URL(request.url).search } })
		if (isAppPath(path)) return present(request, shell, 200)
		return present(request, notFound, 404)
	}
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Shapes = Readonly<Record<string, string>>

function pattern(path: string, shapes: Shapes): string {
	const rest = path.endsWith('/*')
	const segments = (rest ? path.slice(0, -2) : path)
		.split('/')
		.map((segment) => (segment.startsWith(':') ? (shapes[segment.slice(1)] ?? '[^/]+') : escaped(segment)))
	return segments.join('/') + (rest ? '/.+' : '')
}

/** `:name` matches one segment, in the shape that `shapes` gives for it, a trailing `/*` one or more; the rest is literal. */
function matchAppPath(appPaths: readonly string[], shapes: Shapes = {}): (path: string) => boolean {
	if (appPaths.length === 0) return () => false
	const any = new RegExp(`^(?:${appPaths.map((path) => pattern(path, shapes)).join('|')})$`)
	return (path) => any.test(path)
}
