import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Encoding } from '#server/http/accept-encoding.ts'

export type ServedHeaders = Readonly<Record<string, string>>

export type ServedFile = {
	plain: Uint8Array<ArrayBuffer>
	packed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
	etag: string
	headers: ServedHeaders
}

const TYPES: ServedHeaders = {
	'': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml; charset=utf-8',
	'.json': 'application/json',
	'.data': 'text/x-script; charset=utf-8',
	'.xml': 'application/xml; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.woff2': 'font/woff2',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.avif': 'image/avif',
	'.webp': 'image/webp',
	'.pdf': 'application/pdf',
}

/** Returns the media type of a path. One without an extension is a page. */
export const mediaTypeOf = (address: string): string => TYPES[extname(address)] ?? 'application/octet-stream'

/** Content security policy of files that aren't pages. `frame-ancestors` keeps them from being framed. */
const FILE_POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const HOUR = 'public, max-age=3600'
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Cache headers of pages. Browsers revalidate a page each time. Shared caches may serve it for one second, so that a publication needs no
 * purge: CDNs read CDN-Cache-Control (RFC 9213), nginx X-Accel-Expires, which must come before Cache-Control (until 1.23).
 */
const PAGE = { 'x-accel-expires': '1', 'cdn-cache-control': 'max-age=1', 'cache-control': 'no-cache' }

function cacheHeaders(address: string): ServedHeaders {
	if (address.startsWith('/assets/')) return { 'cache-control': FOREVER } // the name holds a hash of the content
	return /^$|\.(?:data|xml|txt)$/.test(extname(address)) ? PAGE : { 'cache-control': HOUR }
}

type FileOptions = {
	securityHeaders: ServedHeaders
	packed?: ServedFile['packed']
	/** Content security policy, only for a page. */
	policy?: string
}

export function servedFile(
	address: string,
	plain: Uint8Array<ArrayBuffer>,
	{ securityHeaders, packed = {}, policy }: FileOptions,
): ServedFile {
	const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
	const type = mediaTypeOf(address)
	const headers = {
		...securityHeaders,
		'content-type': type,
		...cacheHeaders(address),
		etag,
		vary: 'Accept-Encoding',
		'content-security-policy': policy ?? FILE_POLICY,
		// An operator's view of a learner's page has an opaque origin, so its requests for the page's files are cross-origin.
		...(policy === undefined && { 'access-control-allow-origin': '*' }),
	}
	return { plain, packed, etag, headers }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const SMALLEST_BYTES = 200

/**
 * Compresses a file off the main thread, unless it's too small to benefit.
 * @param quality of brotli: 5 takes 1 ms for a page; 11 takes 50 ms and saves another tenth
 */
export async function compressFile(plain: Uint8Array, quality: 5 | 11): Promise<ServedFile['packed']> {
	if (plain.length < SMALLEST_BYTES) return {}
	const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
	const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain)])
	return { br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}
