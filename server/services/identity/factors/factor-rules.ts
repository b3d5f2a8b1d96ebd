import type { Selectable } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { AuthMfaFactors } from '#server/db/row-types.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

export type FactorRow = Selectable<AuthMfaFactors>
export type ChallengeableType = 'totp' | 'phone' | 'webauthn'

/** Also thrown for another account's factor, so as not to reveal that it exists. */
export const factorNotFound = () => new ServiceError('not-found', 'mfa_factor_not_found', 'Factor not found')

const OF_TYPE: Record<ChallengeableType, { code: string; name: string }> = {
	totp: { code: 'totp', name: 'TOTP' },
	phone: { code: 'phone', name: 'Phone' },
	webauthn: { code: 'webauthn', name: 'WebAuthn' },
}

/**
 * Requires that the operator allows this step for this type of factor.
 * @throws ServiceError mfa_<type>_<step>_not_enabled (422)
 */
export function requireTypeEnabled(ctx: ServiceContext, type: ChallengeableType, step: 'enroll' | 'verify'): void {
	if (ctx.config.auth.factors[type][step]) return
	const { code, name } = OF_TYPE[type]
	throw new ServiceError('unprocessable', `mfa_${code}_${step}_not_enabled`, `MFA ${step} is disabled for ${name}`)
}

/**
 * Returns a factor of the caller.
 * @throws ServiceError mfa_factor_not_found (404) for a malformed ID or a factor that the account doesn't have
 */
export async function requireFactor(
	tx: Tx,
	{ caller, factorId }: { caller: SignedIn; factorId: string },
): Promise<FactorRow & { factor_type: ChallengeableType }> {
	if (!isUuid(factorId)) throw factorNotFound()
	const row = await tx
		.selectFrom('auth.mfa_factors')
		.selectAll()
		.where('id', '=', factorId)
		.where('user_id', '=', caller.userId)
		.forUpdate()
		.executeTakeFirst()
	if (!row || row.factor_type === 'recovery_code') throw factorNotFound()
	return { ...row, factor_type: row.factor_type }
}
