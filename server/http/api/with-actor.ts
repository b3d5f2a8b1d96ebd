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
 * The routes below are open to everyone and know the caller: a learner, or anonymous. An invalid token is ignored, because it must not
 * block what a visitor without a token may use. One that owes the second factor is valid, and is asked for it.
 */
export const withActor = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await readActorOrNobody(c) })
	await next()
})

/** The routes below are for learners; an invalid token is refused. */
export const withLearner = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await requireLearner(c) })
	await next()
})
