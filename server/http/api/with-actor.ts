import { createMiddleware } from 'hono/factory'

import { readActor, requireLearner } from '#server/http/access.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Actor } from '#server/services/context.ts'

async function readActorOrNobody(c: HttpContext): Promise<Actor> {
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
	c.set('ctx', { ...c.var.ctx, actor: await readActorOrNobody(c) })
	await next()
})

/** Middleware for routes that require a learner; refuses an invalid token. */
export const withLearner = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await requireLearner(c) })
	await next()
})
