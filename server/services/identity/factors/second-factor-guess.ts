import type { ServiceContext } from '#server/services/context.ts'
import { hashAddress } from '#server/services/identity/accounts/address-limits.ts'

/**
 * Returns the limit shared by all second factors of an account, including recovery codes, so that more factors don't allow more
 * guesses.
 */
export const secondFactorGuess = async (ctx: ServiceContext, userId: string) =>
	({ thing: 'code', addressHash: await hashAddress(ctx, `second-factor:${userId}`) }) as const
