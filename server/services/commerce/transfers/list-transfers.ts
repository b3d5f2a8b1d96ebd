import type { Transfer } from '#server/adapters/payments/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireTransfers } from './require-transfers.ts'

/** Lists the transfers that are awaited, oldest first, for the operator to compare with a bank statement. */
export async function listTransfers(ctx: ServiceContext): Promise<Transfer[]> {
	const now = ctx.now()
	return (await requireTransfers(ctx).listOpen(ctx.db)).filter(({ expiresAt }) => expiresAt > now)
}
