import type { ServiceContext } from '#server/services/context.ts'
import { hashAddress } from '#server/services/identity/accounts/address-limits.ts'

/** The only counter of an account's second factors, recovery codes included: another factor gives no new guesses. */
export const secondFactorGuess = async (ctx: ServiceContext, userId: string) =>
	({ thing: 'code', addressHash: await hashAddress(ctx, `second-factor:${userId}`) }) as const
