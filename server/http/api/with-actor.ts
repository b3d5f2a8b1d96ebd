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
 * The routes below are open to everybody and know who calls: a learner, or nobody. A token that is not good any more
 * counts as none, because it must not close what a visitor without any token may use. One that owes the second factor is
 * good, and asked for it.
 */
export const withActor = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await readActorOrNobody(c) })
	await next()
})

/** The routes below are for learners; a token that is not good any more is refused. */
export const withLearner = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await requireLearner(c) })
	await next()
})
