import { inTransaction } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { insufficientAal } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { auditFailure, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireFactor } from './factor-rules.ts'
import { lowerSessions } from './raise-session.ts'
import { removeLoneRecoveryCodes } from './recovery-codes.ts'
import { AMR_METHOD } from './verify-factor.ts'

/**
 * Removes a second factor. Sessions that it raised fall back to aal1. Recovery codes are deleted with the last other factor.
 * @returns the factor's ID
 * @throws ServiceError mfa_factor_not_found (404), insufficient_aal (422) for a verified factor if the session isn't at aal2
 */
export async function unenrollFactor(ctx: ServiceContext, caller: SignedIn, factorId: string): Promise<string> {
	const remove = () =>
		inTransaction(ctx.db, async (tx) => {
			await lockUser(tx, caller.userId)
			const factor = await requireFactor(tx, { caller, factorId })
			if (factor.status === 'verified' && caller.aal !== 'aal2')
				throw insufficientAal('unprocessable', 'AAL2 required to unenroll verified factor')
			await lowerSessions(ctx, tx, { factorId: factor.id, method: AMR_METHOD[factor.factor_type] })
			await tx.deleteFrom('auth.mfa_factors').where('id', '=', factor.id).execute()
			await removeLoneRecoveryCodes(ctx, tx, caller.userId)
			const detail = { type: factor.factor_type, factor_id: factor.id }
			await recordAudit(ctx, tx, { action: 'factor_unenrolled', outcome: 'success', userId: caller.userId, detail })
			return factor.id
		})
	return auditFailure(ctx, { action: 'factor_unenrolled', userId: caller.userId }, remove)
}
