import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { findMediaFile } from '#server/services/platform/media/read-media.ts'

import { presentMedia } from './present-media.ts'

/** Width of a smaller copy of a picture: `?w=480`. */
const readVariant = (asked: string | undefined) => (asked === undefined ? 0 : /^[1-9]\d{1,3}$/.test(asked) ? Number(asked) : -1)

/** Pictures, videos and captions of the library, by addresses that never change what they show; captions may change. */
export function createMedia(): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>()
	app.get(
		'/media/:id/:name',
		limitRate({ name: 'media', points: 3000, seconds: 300 }),
		// Captions can be replaced at their address.
		async (c, next) => {
			await next()
			if (c.res.status < 400 && c.res.headers.get('content-type')?.startsWith('text/vtt'))
				c.res.headers.set('Cache-Control', 'public, no-cache')
		},
		cacheControl('public, max-age=31536000, immutable'),
		async (c, next) => {
			const { id, name } = c.req.param()
			const file = await findMediaFile(c.var.ctx, { id, name, variant: readVariant(c.req.query('w')) })
			return file ? presentMedia(c, file) : next()
		},
	)
	return app
}
