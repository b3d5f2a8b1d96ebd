import { randomInt } from 'node:crypto'

import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countFailure, clearGuessFailures, lockForGuess } from '#server/services/identity/accounts/address-limits.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { insufficientAal } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { factorNotFound, type FactorRow, secondFactorGuess } from './factor-rules.ts'
import { lowerSessions, raiseSession } from './raise-session.ts'

const CODE_COUNT = 10
const CODE_LENGTH = 16
/** Characters that are hard to confuse when copied by hand: 32, so that a code has 80 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789'
export const AMR_RECOVERY = 'mfa/recovery_code'

/** The only response that contains the codes in clear text. */
export type NewRecoveryCodes = { id: string; friendlyName: string; codes: string[] }
export type RecoveryStatus = { id: string; total: number; remaining: number }

const makeCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const hashCode = (ctx: ServiceContext, factorId: string, code: string) => keyedHash(ctx, 'recovery-codes', [factorId, code])

/** Normalizes a typed code: people change case, spaces and hyphens when they copy one. */
const normalizeCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

function requireEnabled(ctx: ServiceContext, step: 'enroll' | 'verify'): void {
	if (!ctx.config.auth.factors.recovery_codes[step])
		throw new ServiceError('unprocessable', `mfa_recovery_codes_${step}_not_enabled`, `MFA ${step} is disabled for recovery codes`)
}

const findSet = (tx: Tx, userId: string): Promise<FactorRow | undefined> =>
	tx
		.selectFrom('auth.mfa_factors')
		.selectAll()
		.where('user_id', '=', userId)
		.where('factor_type', '=', 'recovery_code')
		.forUpdate()
		.executeTakeFirst()

async function writeCodes(ctx: ServiceContext, tx: Tx, factorId: string): Promise<string[]> {
	const codes = Array.from({ length: CODE_COUNT }, makeCode)
	await tx.deleteFrom('auth.mfa_recovery_codes').where('factor_id', '=', factorId).execute()
	const rows = await Promise.all(codes.map(async (code) => ({ factor_id: factorId, code_hash: await hashCode(ctx, factorId, code) })))
	await tx.insertInto('auth.mfa_recovery_codes').values(rows).execute()
	return codes
}

/** Runs a change to the recovery codes: requires aal2, locks the account, and audits success and failure. */
function change<T>(
	ctx: ServiceContext,
	{ caller, action }: { caller: SignedIn; action: 'recovery_codes_generated' | 'recovery_codes_removed' },
	work: (tx: Tx) => Promise<T>,
): Promise<T> {
	const run = async (tx: Tx) => {
		if (caller.aal !== 'aal2') throw insufficientAal('forbidden', 'AAL2 required to manage recovery codes')
		await lockUser(tx, caller.userId)
		const result = await work(tx)
		await recordAudit(ctx, tx, { action, outcome: 'success', userId: caller.userId })
		return result
	}
	return withFailureAudit(ctx, { action, userId: caller.userId }, () => inTransaction(ctx.db, run))
}

/**
 * Creates the account's only set of recovery codes.
 * @throws ServiceError insufficient_aal (403), validation_failed (400), mfa_recovery_codes_enroll_not_enabled,
 * mfa_verified_factor_exists, mfa_recovery_codes_sole_factor, mfa_factor_name_conflict (422)
 */
export async function generateRecoveryCodes(ctx: ServiceContext, caller: SignedIn, friendlyName: string): Promise<NewRecoveryCodes> {
	requireEnabled(ctx, 'enroll')
	const name = friendlyName.trim()
	if (name.length > 120) throw validationFailed('friendly_name cannot be longer than 120 characters')
	return change(ctx, { caller, action: 'recovery_codes_generated' }, async (tx) => {
		const factors = await tx
			.selectFrom('auth.mfa_factors')
			.select(['factor_type', 'status', 'friendly_name'])
			.where('user_id', '=', caller.userId)
			.execute()
		if (factors.some((factor) => factor.factor_type === 'recovery_code'))
			throw new ServiceError('unprocessable', 'mfa_verified_factor_exists', 'Recovery codes exist already, regenerate them instead')
		if (!factors.some((factor) => factor.status === 'verified'))
			throw new ServiceError('unprocessable', 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor')
		if (name && factors.some((factor) => factor.friendly_name === name)) {
			const message = `A factor with the friendly name "${name}" for this user already exists`
			throw new ServiceError('unprocessable', 'mfa_factor_name_conflict', message)
		}
		const times = { created_at: ctx.now(), updated_at: ctx.now() }
		const { id } = await tx
			.insertInto('auth.mfa_factors')
			.values({ user_id: caller.userId, friendly_name: name, factor_type: 'recovery_code', status: 'verified', ...times })
			.returning('id')
			.executeTakeFirstOrThrow()
		return { id, friendlyName: name, codes: await writeCodes(ctx, tx, id) }
	})
}

/** @throws ServiceError insufficient_aal (403), mfa_factor_not_found (404), mfa_recovery_codes_enroll_not_enabled (422) */
export async function regenerateRecoveryCodes(ctx: ServiceContext, caller: SignedIn): Promise<NewRecoveryCodes> {
	requireEnabled(ctx, 'enroll')
	return change(ctx, { caller, action: 'recovery_codes_generated' }, async (tx) => {
		const set = await findSet(tx, caller.userId)
		if (!set) throw factorNotFound()
		await tx.updateTable('auth.mfa_factors').set({ updated_at: ctx.now() }).where('id', '=', set.id).execute()
		return { id: set.id, friendlyName: set.friendly_name, codes: await writeCodes(ctx, tx, set.id) }
	})
}

/**
 * @returns the ID of the removed set
 * @throws ServiceError insufficient_aal (403), mfa_factor_not_found (404)
 */
export const removeRecoveryCodes = (ctx: ServiceContext, caller: SignedIn): Promise<string> =>
	change(ctx, { caller, action: 'recovery_codes_removed' }, async (tx) => {
		const set = await findSet(tx, caller.userId)
		if (!set) throw factorNotFound()
		await lowerSessions(ctx, tx, { factorId: set.id, method: AMR_RECOVERY })
		await tx.deleteFrom('auth.mfa_factors').where('id', '=', set.id).execute()
		return set.id
	})

/** Removes recovery codes if the account has no other second factor. */
export async function removeLoneRecoveryCodes(ctx: ServiceContext, tx: Tx, userId: string): Promise<void> {
	const other = await tx
		.selectFrom('auth.mfa_factors')
		.select('id')
		.where('user_id', '=', userId)
		.where('status', '=', 'verified')
		.where('factor_type', '!=', 'recovery_code')
		.executeTakeFirst()
	const set = other ? undefined : await findSet(tx, userId)
	if (!set) return
	await lowerSessions(ctx, tx, { factorId: set.id, method: AMR_RECOVERY })
	await tx.deleteFrom('auth.mfa_factors').where('id', '=', set.id).execute()
}

/** @throws ServiceError mfa_factor_not_found (404) */
export async function readRecoveryStatus(ctx: ServiceContext, caller: SignedIn): Promise<RecoveryStatus> {
	const rows = await ctx.db
		.selectFrom('auth.mfa_factors as f')
		.innerJoin('auth.mfa_recovery_codes as c', 'c.factor_id', 'f.id')
		.select(['f.id', 'c.used_at'])
		.where('f.user_id', '=', caller.userId)
		.execute()
	const [first] = rows
	if (!first) throw factorNotFound()
	return { id: first.id, total: rows.length, remaining: rows.filter((row) => row.used_at === null).length }
}

/**
 * Raises the session to aal2. Wrong, used and unknown codes return the same error and count as failed attempts at all second
 * factors.
 * @throws ServiceError mfa_recovery_codes_verify_not_enabled, mfa_verification_failed (422), over_request_rate_limit (429)
 */
export async function spendRecoveryCode(ctx: ServiceContext, caller: SignedIn, typed: string): Promise<IssuedSession> {
	requireEnabled(ctx, 'verify')
	const code = normalizeCode(typed)
	const guess = await secondFactorGuess(ctx, caller.userId)
	const grant = await inTransaction(ctx.db, async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const set = await findSet(tx, caller.userId)
		const used = set
			? await tx
					.updateTable('auth.mfa_recovery_codes')
					.set({ used_at: ctx.now() })
					.where('factor_id', '=', set.id)
					.where('code_hash', '=', await hashCode(ctx, set.id, code))
					.where('used_at', 'is', null)
					.executeTakeFirst()
			: null
		const isRight = set !== undefined && used !== null && used.numUpdatedRows === 1n
		await recordAudit(ctx, tx, { action: 'recovery_code_used', outcome: isRight ? 'success' : 'failure', userId: caller.userId })
		if (!isRight) {
			await countFailure(ctx, tx, guess)
			return null
		}
		await clearGuessFailures(tx, guess)
		return raiseSession(ctx, tx, { caller, method: AMR_RECOVERY, factorId: set.id })
	})
	if (!grant) throw new ServiceError('unprocessable', 'mfa_verification_failed', 'Invalid recovery code entered')
	return grant
}
