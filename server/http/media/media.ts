import { Hono } from 'hono'

import { readMediaAddress } from '#domain/media/media-address.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { sendRanges } from '#server/http/send-ranges.ts'
import { findMediaFile, type StoredFile, streamMediaFile } from '#server/services/platform/media/read-media.ts'

/** CSP of media files. An SVG can contain scripts, so a file that is opened directly may run nothing and has no access to this origin. */
const POLICY = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Media types that pages embed. Any other file is downloaded, so that it is never run or shown on this origin. */
const IN_PAGES = /^(?:image|video|audio|text)\//

/** Returns the name of a downloaded file, without the size. */
const fileNameOf = (c: HttpContext): string => readMediaAddress(c.req.path)?.file?.name ?? 'file'

const sendMedia = (c: HttpContext, file: StoredFile): Promise<Response> =>
	sendRanges(c, {
		bytes: file.bytes,
		etag: `"${file.checksum.toString('base64url')}"`,
		headers: {
			'content-type': file.contentType,
			'content-security-policy': POLICY,
			...(!IN_PAGES.test(file.contentType) && { 'content-disposition': `attachment; filename="${fileNameOf(c)}"` }),
		},
		read: (range) => streamMediaFile(c.var.ctx, file, range),
	})

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
