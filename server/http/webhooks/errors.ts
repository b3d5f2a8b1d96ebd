import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

/** Error handler of webhooks. Providers read only the status; the code is for their log. */
export const webhookErrors = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) return c.json({ error: error.code }, HTTP_STATUS[error.kind])
	log.error('webhook failed', { requestId, path: c.req.path, error })
	return c.json({ error: 'internal', requestId }, 500)
})
