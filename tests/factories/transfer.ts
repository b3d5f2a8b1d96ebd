import { acceptTransfer } from '#server/services/commerce/transfers/accept-transfer.ts'
import { markTransferPaid, type TransferConfirmation } from '#server/services/commerce/transfers/mark-transfer-paid.ts'
import type { Deps } from '#server/services/context.ts'
import { systemContext } from '#server/services/context.ts'

import { anonymousContext } from './checkout.ts'

export const CONSENT = '2026-11-22'

/** Agrees to the terms on the order's page, as a guest in the browser `browserKey`. */
export const placeTransfer = (deps: Deps, checkoutId: string, buyer: { email?: string; browserKey?: string } = {}) =>
	acceptTransfer(anonymousContext(deps), {
		id: checkoutId,
		consent: CONSENT,
		email: buyer.email ?? 'ada@example.com',
		browserKey: buyer.browserKey ?? 'ada',
	})

/** Marks a transfer as received, by default with the right amount and order. */
export async function sendMoney(deps: Deps, checkoutId: string, changes: Partial<TransferConfirmation> = {}) {
	const row = await deps.db.selectFrom('bank_transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirstOrThrow()
	const { reference, total_cents: amountCents, currency } = row
	return markTransferPaid(systemContext(deps, 'operator'), {
		reference,
		amountCents,
		currency,
		operator: 'Ada',
		isTakenLate: false,
		...changes,
	})
}
