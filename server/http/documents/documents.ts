import { Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import { apiErrors } from '#server/http/api/errors.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { takeFreeDocument, takePaidDocument } from '#server/services/commerce/downloads/take-document.ts'

import { presentFile } from './present-file.ts'

/** Cache header of free documents: caches may serve an outdated one for up to an hour. */
const PUBLIC = 'public, max-age=3600'
const PRIVATE = 'private, no-store'

function readFileName(c: HttpContext): { slug: string; format: string } {
	const [, slug = '', format = ''] = /^([a-z0-9_-]+)\.([a-z]+)$/.exec(c.req.param('file') ?? '') ?? []
	return { slug, format }
}

/**
 * Returns the requested part. `all` includes the first byte and counts as a download, `rest` continues one, `look` (HEAD) gets no
 * content.
 */
function readPart(c: HttpContext): 'all' | 'rest' | 'look' {
	if (c.req.method === 'HEAD') return 'look'
	return /^bytes=[1-9]/.test(c.req.header('range') ?? '') ? 'rest' : 'all'
}

const isPage = (c: HttpContext) => /\btext\/html\b/.test(c.req.header('accept') ?? '')

/**
 * Creates `/documents/<slug>.<format>`, open to everyone, and `/downloads/<slug>.<format>?link=`, which requires a signed link.
 */
export function createDocuments(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError((error, c) => {
			// A browser with an expired link is redirected to the page that creates a new one.
			if (error instanceof ServiceError && error.kind === 'forbidden' && isPage(c))
				return c.redirect(`${paths.templates}?refused=${error.code}`, 303)
			return apiErrors(error, c)
		})
		.get('/documents/:file', limitRate({ name: 'documents', points: 300, seconds: 600 }), cacheControl(PUBLIC), async (c) =>
			presentFile(c, await takeFreeDocument(c.var.ctx, readFileName(c)), { mayBeKnown: true }),
		)
		.get('/downloads/:file', limitRate({ name: 'paid-documents', points: 300, seconds: 600 }), cacheControl(PRIVATE), async (c) => {
			const wanted = { ...readFileName(c), signature: c.req.query('link') ?? '', part: readPart(c) }
			return presentFile(c, await takePaidDocument(c.var.ctx, wanted), { mayBeKnown: false })
		})
}
