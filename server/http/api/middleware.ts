import type { ErrorHandler, NotFoundHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ZodError } from 'zod'

import type { ApiErrorBody } from '#contracts/api-error.ts'
import { readActor, requireLearner } from '#server/http/access.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { Actor } from '#server/services/context.ts'

const MAX_FIELDS = 50
const MAX_MESSAGE_LENGTH = 300

/** Returns the first message per field, by the field's dotted path. Truncates long names sent by the caller. */
function fieldMessages(error: ZodError): Record<string, string> {
	const fields: Record<string, string> = {}
	for (const issue of error.issues.slice(0, MAX_FIELDS))
		fields[issue.path.join('.').slice(0, MAX_MESSAGE_LENGTH)] ??= issue.message.slice(0, MAX_MESSAGE_LENGTH)
	return fields
}

/** Formats errors of our own API: `{error: {code, message, fields?, requestId}}`. Details of unexpected errors are only logged. */
export const apiErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) {
		if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
		const { fields } = error.details
		const body: ApiErrorBody = { error: { code: error.code, message: error.message, ...(fields && { fields }), requestId } }
		return c.json(body, HTTP_STATUS[error.kind])
	}
	if (error instanceof ZodError) {
		const message = 'Please check the marked fields.'
		const body: ApiErrorBody = { error: { code: 'validation_failed', message, fields: fieldMessages(error), requestId } }
		return c.json(body, 400)
	}
	log.error('request failed', { method: c.req.method, path: c.req.path, error })
	const body: ApiErrorBody = { error: { code: 'internal', message: 'Something went wrong on our side. Please try again.', requestId } }
	return c.json(body, 500)
})

export const apiNotFound: NotFoundHandler<HttpEnv> = (c) => {
	const body: ApiErrorBody = { error: { code: 'not_found', message: 'There’s nothing at this address.', requestId: c.var.ctx.requestId } }
	return c.json(body, 404)
}

async function readActorOrAnonymous(c: HttpContext): Promise<Actor> {
	try {
		return await readActor(c)
	} catch (error) {
		if (error instanceof ServiceError && error.code !== 'insufficient_aal') return { type: 'anonymous' }
		throw error
	}
}

/**
 * Middleware for routes open to everyone. An invalid token counts as anonymous, since it must not block what a visitor may do.
 * @throws ServiceError insufficient_aal (403) for a valid token whose second factor is still required
 */
export const withActor = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await readActorOrAnonymous(c) })
	await next()
})

/** Middleware for routes that require a learner; refuses an invalid token. */
export const withLearner = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await requireLearner(c) })
	await next()
})
