import { Hono } from 'hono'

import { readByteRange } from '#domain/media/byte-range.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { matchesEtag } from '#server/http/match-etag.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { findMediaFile, type StoredFile, streamMediaFile } from '#server/services/platform/media/read-media.ts'

/** CSP of media files. An SVG can contain scripts: a file opened on its own may run nothing and belongs to no origin. */
const POLICY = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Sends a media file, with support for ranges (206, 416) and conditional requests (304). */
async function sendMedia(c: HttpContext, file: StoredFile): Promise<Response> {
	const etag = `"${file.checksum.toString('base64url')}"`
	const headers = { 'content-type': file.contentType, 'content-security-policy': POLICY, 'accept-ranges': 'bytes', etag }
	if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	const condition = c.req.header('if-range')
	const range = condition === undefined || condition === etag ? readByteRange(c.req.header('range') ?? null, file.bytes) : null
	if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` })
	const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
	const part = range && { 'content-range': `bytes ${first}-${last}/${file.bytes}` }
	const all = { ...headers, 'content-length': String(last - first + 1), ...part }
	const status = range ? 206 : 200
	if (c.req.method === 'HEAD') return c.body(null, status, all)
	return c.body(await streamMediaFile(c.var.ctx, file, { first, last }), status, all)
}

/** Parses `?w=480`: 0 if no width is requested, -1 for an invalid value. */
const readVariant = (value: string | undefined) => (value === undefined ? 0 : /^[1-9]\d{1,3}$/.test(value) ? Number(value) : -1)

/** Creates `/media`. URLs are immutable, except that captions may change. */
export function createMedia(): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>()
	app.get(
		'/media/:id/:name',
		limitRate({ name: 'media', points: 3000, seconds: 300 }),
		// Captions can be replaced under the same URL.
		async (c, next) => {
			await next()
			if (c.res.status < 400 && c.res.headers.get('content-type')?.startsWith('text/vtt'))
				c.res.headers.set('Cache-Control', 'public, no-cache')
		},
		cacheControl('public, max-age=31536000, immutable'),
		async (c, next) => {
			const { id, name } = c.req.param()
			const file = await findMediaFile(c.var.ctx, { id, name, variant: readVariant(c.req.query('w')) })
			return file ? sendMedia(c, file) : next()
		},
	)
	return app
}
