import { ServiceError } from '#server/kernel/errors.ts'
import type { Actor, ServiceContext } from '#server/services/context.ts'

export type Learner = Extract<Actor, { type: 'learner' }>

/** @throws ServiceError no_authorization (401) */
export function requireLearner(ctx: ServiceContext): Learner {
	if (ctx.actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'Please sign in')
	return ctx.actor
}
