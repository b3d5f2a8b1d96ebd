import { type Payout, ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

const NEWEST = 20

/** Runs a call to the provider. Returns `away`, and logs a warning, if the provider is unavailable. */
export async function orUnavailable<T>({ log, requestId }: ServiceContext, question: () => Promise<T>): Promise<T | 'away'> {
	try {
		return await question()
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		log.warn('payouts could not be read', { requestId, error })
		return 'away'
	}
}

/**
 * Lists the provider's twenty newest payouts. Null if the provider makes none, because buyers pay straight into the operator's
 * account; `away` if it's unavailable.
 */
export const listPayouts = (ctx: ServiceContext): Promise<Payout[] | null | 'away'> =>
	orUnavailable(ctx, async () => (await ctx.payments.payouts?.list(NEWEST)) ?? null)
