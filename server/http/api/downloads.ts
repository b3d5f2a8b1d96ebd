import { Hono } from 'hono'

import { DownloadRequestSchema } from '#contracts/downloads.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { listDownloads } from '#server/services/commerce/downloads/list-downloads.ts'
import { openDownload } from '#server/services/commerce/downloads/open-download.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'
export function createDownloadsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody(4 * 1024), withLearner)
		.get('/', async (c) => c.json(await listDownloads(c.var.ctx)))
		.post('/', limitRate({ name: 'downloads', points: 120, seconds: 600 }), async (c) => {
			const { document, format } = await readJson(c, DownloadRequestSchema)
			return c.json(await openDownload(c.var.ctx, { slug: document, format }))
		})
}
