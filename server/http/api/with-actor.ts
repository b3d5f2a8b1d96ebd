import { createMiddleware } from 'hono/factory'

import { readActor, requireLearner } from '#server/http/access.ts'
import type { HttpEnv } from '#server/http/environment.ts'

/** The routes below know who calls: a learner, or nobody. A token that is not good any more is refused, not ignored. */
export const withActor = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await readActor(c) })
	await next()
})

/** The routes below are for learners. */
export const withLearner = createMiddleware<HttpEnv>(async (c, next) => {
	c.set('ctx', { ...c.var.ctx, actor: await requireLearner(c) })
	await next()
})
