import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { revokeEndedCertificates } from '#server/services/learning/certificates/revoke-certificates.ts'
import { setEntitlementState } from '#server/services/learning/entitlements/set-entitlement-state.ts'

/**
 * Sets an order's access. Revoking it also revokes the certificates based on it, in the same transaction. The caller holds the
 * order's lock.
 */
export async function setAccess(
	ctx: ServiceContext,
	tx: Tx,
	access: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<void> {
	const ended = await setEntitlementState(tx, access)
	if (ended.length > 0) await revokeEndedCertificates(ctx, tx, ended)
}
