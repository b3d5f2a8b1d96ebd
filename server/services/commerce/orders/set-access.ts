import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { revokeEndedCertificates } from '#server/services/learning/certificates/revoke-certificates.ts'
import { setEntitlementState } from '#server/services/learning/entitlements/set-entitlement-state.ts'

/**
 * Lets access follow the order. Where access ends for good, the certificates that rested on it end in the same
 * transaction (DECISIONS, Policies as code). The caller holds the order's lock.
 */
export async function setAccess(
	ctx: ServiceContext,
	tx: Tx,
	access: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<void> {
	const ended = await setEntitlementState(tx, access)
	if (ended.length > 0) await revokeEndedCertificates(ctx, tx, ended)
}
