import type { ServiceContext, Tx } from '#server/context.ts'
import { revokeEndedCertificates } from '#server/services/certificates/revoke-certificates.ts'

import { findHolders } from './list-entitlements.ts'

/**
 * Lets what an order unlocked follow the order. Where access ends for good, the certificates that rested on it end in
 * the same transaction (DECISIONS, Policies as code).
 */
export async function setEntitlementState(
	ctx: ServiceContext,
	tx: Tx,
	{ orderId, state }: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<void> {
	const changed = await tx
		.updateTable('entitlements')
		.set({ state })
		.where('order_id', '=', orderId)
		.where('state', '<>', state)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
	if (changed && state === 'revoked') await revokeEndedCertificates(ctx, tx, await findHolders(tx, changed))
}
