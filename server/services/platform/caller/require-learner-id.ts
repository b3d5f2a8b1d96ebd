import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * Returns the ID of the signed-in learner. Code that accesses a learner's records uses only this ID, never one from the request.
 * @throws ServiceError `not_authenticated` (401)
 */
export function requireLearnerId(ctx: Pick<ServiceContext, 'actor'>): string {
	if (ctx.actor.type === 'learner') return ctx.actor.userId
	throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
}
