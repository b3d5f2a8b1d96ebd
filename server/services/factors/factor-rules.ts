import { type Selectable, sql } from 'kysely'

import type { Db, ServiceContext, Tx } from '#server/context.ts'
import type { AuthMfaFactorsTable } from '#server/db/row-types.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/errors.ts'
import type { SignedIn } from '#server/services/sessions/identify-bearer.ts'

export type FactorRow = Selectable<AuthMfaFactorsTable>
export type ChallengeableType = 'totp' | 'phone' | 'webauthn'

/** mfa_factor_not_found (422): also for the factor of somebody else. */
export const factorNotFound = () => new ServiceError('unprocessable', 'mfa_factor_not_found', 'Factor not found')

/** @param message of the surface's own words where the default does not fit */
export const insufficientAal = (kind: 'forbidden' | 'unprocessable' | 'unauthenticated', message = 'AAL2 required to manage factors') =>
	new ServiceError(kind, 'insufficient_aal', message)

/** Accounts without an address cannot be recovered, so nothing is added that could lock them. */
export function requirePermanent(caller: SignedIn): void {
	if (caller.isAnonymous) throw new ServiceError('forbidden', 'no_authorization', 'Anonymous users cannot use second factors or passkeys')
}

/**
 * Whether the account has a second factor that a sign-in has to pass: a verified one of its own, or the text messages of
 * its settings (DECISIONS, Accounts: `two_factor_enabled` is enforced).
 */
export async function hasSecondFactor(db: Db | Tx, userId: string): Promise<boolean> {
	const { rows } = await sql<{ has: boolean }>`select auth.has_second_factor(${userId}) as has`.execute(db)
	return rows[0]?.has ?? false
}

/**
 * Lets through who has shown the second factor, and who has none.
 * @param kind the endpoint's status: AUTH_WIRE §5.7 says 401, §5.14 422 and 403
 * @throws ServiceError insufficient_aal
 */
export async function requireSecondFactor(
	db: Db | Tx,
	caller: SignedIn,
	{ kind, message }: { kind: 'forbidden' | 'unprocessable' | 'unauthenticated'; message?: string },
): Promise<void> {
	if (caller.aal !== 'aal2' && (await hasSecondFactor(db, caller.userId))) throw insufficientAal(kind, message)
}

const OF_TYPE: Record<ChallengeableType, { code: string; name: string }> = {
	totp: { code: 'totp', name: 'TOTP' },
	phone: { code: 'phone', name: 'Phone' },
	webauthn: { code: 'webauthn', name: 'WebAuthn' },
}

/** @throws ServiceError mfa_<type>_<step>_not_enabled (422) */
export function requireTypeEnabled(ctx: ServiceContext, type: ChallengeableType, step: 'enroll' | 'verify'): void {
	if (ctx.config.auth.factors[type][step]) return
	const { code, name } = OF_TYPE[type]
	throw new ServiceError('unprocessable', `mfa_${code}_${step}_not_enabled`, `MFA ${step} is disabled for ${name}`)
}

/** @throws ServiceError mfa_factor_not_found: 404 for what is no id, 422 for none of this account */
export async function requireFactor(
	tx: Tx,
	{ caller, factorId }: { caller: SignedIn; factorId: string },
): Promise<FactorRow & { factor_type: ChallengeableType }> {
	if (!isUuid(factorId)) throw new ServiceError('not-found', 'mfa_factor_not_found', 'Factor not found')
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
