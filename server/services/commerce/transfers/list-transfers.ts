import type { Transfer, TransferBook } from '#server/adapters/payments/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** @throws ServiceError `transfers_off` (409) if payments don't use bank transfer */
export function requireTransfers({ payments }: Pick<ServiceContext, 'payments'>): TransferBook {
	if (payments.transfers !== null) return payments.transfers
	throw new ServiceError('conflict', 'transfers_off', 'Bank transfer is not switched on: set BANK_TRANSFER=1')
}

export async function listTransfers(ctx: ServiceContext): Promise<Transfer[]> {
	const now = ctx.now()
	return (await requireTransfers(ctx).listOpen(ctx.db)).filter(({ expiresAt }) => expiresAt > now)
}
