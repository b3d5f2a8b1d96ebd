import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * The learner whose record a call may touch: always the caller's own, never one that a request names.
 * @throws ServiceError `unauthenticated` for every other caller
 */
export function requireLearnerId(ctx: Pick<ServiceContext, 'actor'>): string {
	if (ctx.actor.type === 'learner') return ctx.actor.userId
	throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
}
