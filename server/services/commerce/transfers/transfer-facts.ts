import type { TransferFacts } from '#domain/orders/check-transfer.ts'
import type { Transfer } from '#server/adapters/payments/port.ts'

export const toFacts = ({ amountCents, currency, acceptedAt, expiresAt, closedAt, paidAt }: Transfer): TransferFacts => ({
	amountCents,
	currency,
	acceptedAtMs: acceptedAt?.getTime() ?? null,
	expiresAtMs: expiresAt.getTime(),
	closedAtMs: closedAt?.getTime() ?? null,
	paidAtMs: paidAt?.getTime() ?? null,
})
