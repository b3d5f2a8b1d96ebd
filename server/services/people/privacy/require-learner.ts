import { ServiceError } from '#server/kernel/errors.ts'
import type { LearnerActor, ServiceContext } from '#server/services/context.ts'

/** @throws ServiceError no_authorization (401) */
export function requireLearner(ctx: ServiceContext): LearnerActor {
	if (ctx.actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'Please sign in')
	return ctx.actor
}
