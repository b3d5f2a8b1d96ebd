import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { revokeEndedCertificates } from '#server/services/learning/certificates/revoke-certificates.ts'
import { setEntitlementState } from '#server/services/learning/entitlements/set-entitlement-state.ts'

/**
 * Updates access to the order's status. When access ends for good, the certificates based on it are revoked in the same transaction. The
 * caller holds the order's lock.
 */
export async function setAccess(
	ctx: ServiceContext,
	tx: Tx,
	access: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<void> {
	const ended = await setEntitlementState(tx, access)
	if (ended.length > 0) await revokeEndedCertificates(ctx, tx, ended)
}
