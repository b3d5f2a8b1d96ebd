import type { TransferBook } from '#server/adapters/payments/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** @throws ServiceError `transfers_off` (409) if bank transfer isn't the payment provider */
export function requireTransfers({ payments }: Pick<ServiceContext, 'payments'>): TransferBook {
	if (payments.transfers !== null) return payments.transfers
	throw new ServiceError('conflict', 'transfers_off', 'Bank transfer is not switched on: set BANK_TRANSFER=1')
}
