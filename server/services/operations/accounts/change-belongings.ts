import type { AdminFactorBody } from '#contracts/auth-admin.ts'
import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requirePhoneNumber } from '#server/services/identity/accounts/check-input.ts'
import { FACTOR_COLUMNS, type FactorSummary, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { requireNoConflict, requireFactorName } from '#server/services/identity/factors/enroll-factor.ts'
import { factorNotFound } from '#server/services/identity/factors/factor-rules.ts'
import { lowerSessions } from '#server/services/identity/factors/raise-session.ts'
import { AMR_RECOVERY, removeLoneRecoveryCodes } from '#server/services/identity/factors/recovery-codes.ts'
import { AMR_METHOD } from '#server/services/identity/factors/verify-factor.ts'
import type { PasskeyRow } from '#server/services/identity/passkeys/passkey-rules.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { lockAccount, requireAccount } from './find-account.ts'

type Belonging = { userId: string; id: string }

/**
 * Lists an account's factors, oldest first.
 * @throws ServiceError user_not_found (404)
 */
export const listFactorsOf = async (ctx: ServiceContext, userId: string): Promise<FactorSummary[]> =>
	(await requireAccount(ctx.db, userId)).factors

function requireFactorOf(user: UserRecord, id: string): FactorSummary {
	const factor = user.factors.find((each) => each.id === id.toLowerCase())
	if (!factor) throw factorNotFound()
	return factor
}

/**
 * Changes a factor's name or phone number. Empty and missing values change nothing.
 * @throws ServiceError user_not_found, mfa_factor_not_found (404), validation_failed (400), mfa_factor_name_conflict,
 * mfa_verified_factor_exists (422)
 */
export async function changeFactor(ctx: ServiceContext, { userId, id }: Belonging, body: AdminFactorBody): Promise<FactorSummary> {
	const name = requireFactorName(body.friendly_name)
	const sentPhone = body.phone ? requirePhoneNumber(body.phone) : null
	return inTransaction(ctx.db, async (tx) => {
		const user = await lockAccount(tx, userId)
		const factor = requireFactorOf(user, id)
		const phone = factor.factor_type === 'phone' ? sentPhone : null
		const others = user.factors.filter((each) => each.id !== factor.id)
		requireNoConflict(others, { name, phone })
		const changed = await tx
			.updateTable('auth.mfa_factors')
			.set({ ...(name && { friendly_name: name }), ...(phone && { phone }), updated_at: ctx.now() })
			.where('id', '=', factor.id)
			.returning(FACTOR_COLUMNS)
			.executeTakeFirstOrThrow()
		const detail = { by: 'service_role', type: factor.factor_type, factor_id: factor.id }
		await recordAudit(ctx, tx, { action: 'factor_changed', outcome: 'success', userId: user.id, detail })
		return changed
	})
}

/**
 * Removes a factor. Sessions that it raised fall back to aal1.
 * @throws ServiceError user_not_found, mfa_factor_not_found (404)
 */
export async function removeFactor(ctx: ServiceContext, { userId, id }: Belonging): Promise<FactorSummary> {
	return inTransaction(ctx.db, async (tx) => {
		const user = await lockAccount(tx, userId)
		const factor = requireFactorOf(user, id)
		const method = factor.factor_type === 'recovery_code' ? AMR_RECOVERY : AMR_METHOD[factor.factor_type]
		await lowerSessions(ctx, tx, { factorId: factor.id, method })
		await tx.deleteFrom('auth.mfa_factors').where('id', '=', factor.id).execute()
		await removeLoneRecoveryCodes(ctx, tx, user.id)
		const detail = { by: 'service_role', type: factor.factor_type, factor_id: factor.id }
		await recordAudit(ctx, tx, { action: 'factor_unenrolled', outcome: 'success', userId: user.id, detail })
		return factor
	})
}

/**
 * Lists an account's passkeys, oldest first.
 * @throws ServiceError user_not_found (404)
 */
export async function listPasskeysOf(ctx: ServiceContext, userId: string): Promise<PasskeyRow[]> {
	const user = await requireAccount(ctx.db, userId)
	return ctx.db.selectFrom('auth.passkeys').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute()
}

/** @throws ServiceError user_not_found, webauthn_credential_not_found (404) */
export async function removePasskey(ctx: ServiceContext, { userId, id }: Belonging): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const user = await lockAccount(tx, userId)
		const found = isUuid(id)
			? await tx.deleteFrom('auth.passkeys').where('id', '=', id).where('user_id', '=', user.id).returning('id').executeTakeFirst()
			: undefined
		if (!found) throw new ServiceError('not-found', 'webauthn_credential_not_found', 'Passkey not found')
		const detail = { by: 'service_role', passkey_id: found.id }
		await recordAudit(ctx, tx, { action: 'passkey_deleted', outcome: 'success', userId: user.id, detail })
	})
}
