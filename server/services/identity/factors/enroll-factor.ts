import { randomBytes, randomUUID } from 'node:crypto'

import type { EnrollFactorBody } from '#contracts/auth.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requirePhoneNumber, validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { lockUser, requireUser } from '#server/services/identity/accounts/user-record.ts'
import {
	insufficientAal,
	requireFreshProofForChange,
	requireNonAnonymous,
	requireSecondFactor,
} from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { seal } from '#server/services/platform/keys/seal.ts'

import { type ChallengeableType, type FactorRow, requireFactor, requireTypeEnabled } from './factor-rules.ts'
import { lowerSessions } from './raise-session.ts'
import { removeLoneRecoveryCodes } from './recovery-codes.ts'
import { encodeBase32, totpUri } from './totp.ts'
import { AMR_METHOD } from './verify-factor.ts'

const SECRET_BYTES = 20
const MAX_NAME_LENGTH = 120

export type EnrolledFactor =
	| { id: string; type: 'totp'; friendlyName: string; secret: string; uri: string; qrCode: string }
	| { id: string; type: 'phone'; friendlyName: string; phone: string }
	| { id: string; type: 'webauthn'; friendlyName: string }

const isType = (type: string): type is ChallengeableType => ['totp', 'phone', 'webauthn'].includes(type)

/**
 * @returns the trimmed name, possibly empty
 * @throws ServiceError validation_failed (400) if it's too long
 */
export function requireFactorName(sent: string | null | undefined): string {
	const name = (sent ?? '').trim()
	if (name.length > MAX_NAME_LENGTH) throw validationFailed(`friendly_name cannot be longer than ${MAX_NAME_LENGTH} characters`)
	return name
}

function checkRequest(ctx: ServiceContext, input: EnrollFactorBody) {
	const type = input.factor_type ?? ''
	if (!isType(type)) throw validationFailed('factor_type needs to be totp, phone, or webauthn')
	requireTypeEnabled(ctx, type, 'enroll')
	const name = requireFactorName(input.friendly_name)
	if ((input.issuer ?? '').length > MAX_NAME_LENGTH) throw validationFailed(`issuer cannot be longer than ${MAX_NAME_LENGTH} characters`)
	return {
		type,
		name,
		issuer: input.issuer?.trim() || ctx.content.site.name,
		phone: type === 'phone' ? requirePhoneNumber(input.phone ?? '') : null,
	}
}

type OtherFactor = Pick<FactorRow, 'friendly_name' | 'phone' | 'status'>

/** @throws ServiceError mfa_verified_factor_exists, mfa_factor_name_conflict (422) */
export function requireNoConflict(others: readonly OtherFactor[], { name, phone }: { name: string; phone: string | null }): void {
	if (phone && others.some((other) => other.status === 'verified' && other.phone === phone)) {
		const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
		throw new ServiceError('unprocessable', 'mfa_verified_factor_exists', message)
	}
	if (name && others.some((other) => other.friendly_name === name)) {
		const message = `A factor with the friendly name "${name}" for this user already exists`
		throw new ServiceError('unprocessable', 'mfa_factor_name_conflict', message)
	}
}

/** Deletes expired enrollments, then checks that the account may add this factor. The caller holds the account's lock. */
async function requireFreeSlot(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, name, phone }: { userId: string; name: string; phone: string | null },
) {
	await tx
		.deleteFrom('auth.mfa_factors')
		.where('user_id', '=', userId)
		.where('status', '=', 'unverified')
		.where('created_at', '<', new Date(ctx.now().getTime() - ctx.config.auth.factorTimes.unverifiedMs))
		.execute()
	const others = await tx
		.selectFrom('auth.mfa_factors')
		.select(['friendly_name', 'phone', 'status'])
		.where('user_id', '=', userId)
		.execute()
	const verified = others.filter(({ status }) => status === 'verified')
	if (others.length >= ctx.config.auth.factors.max || verified.length >= ctx.config.auth.maxVerifiedFactors) {
		const message = 'Maximum number of verified factors reached, unenroll to continue'
		throw new ServiceError('unprocessable', 'too_many_enrolled_mfa_factors', message)
	}
	requireNoConflict(others, { name, phone })
}

async function enroll(ctx: ServiceContext, caller: SignedIn, input: EnrollFactorBody): Promise<EnrolledFactor> {
	requireNonAnonymous(caller)
	const request = checkRequest(ctx, input)
	const { type, name, phone } = request
	const id = randomUUID()
	const secret = type === 'totp' ? randomBytes(SECRET_BYTES) : null
	const sealed = secret && (await seal(ctx, id, secret))

	return inTransaction(ctx.db, async (tx): Promise<EnrolledFactor> => {
		await lockUser(tx, caller.userId)
		await requireSecondFactor(tx, caller, { kind: 'forbidden', message: 'AAL2 required to enroll a new factor' })
		await requireFreshProofForChange(ctx, tx, caller)
		await requireFreeSlot(ctx, tx, { userId: caller.userId, name, phone })
		const times = { created_at: ctx.now(), updated_at: ctx.now() }
		await tx
			.insertInto('auth.mfa_factors')
			.values({ id, user_id: caller.userId, friendly_name: name, factor_type: type, secret: sealed, phone, ...times })
			.execute()
		await recordAudit(ctx, tx, { action: 'factor_enrolled', outcome: 'success', userId: caller.userId, detail: { type, factor_id: id } })
		if (type === 'phone') return { id, type, friendlyName: name, phone: phone ?? '' }
		if (!secret) return { id, type: 'webauthn', friendlyName: name }
		const user = await requireUser(tx, caller.userId)
		const text = encodeBase32(secret)
		const uri = totpUri({ secret: text, issuer: request.issuer, account: user.email ?? user.phone ?? user.id })
		return { id, type: 'totp', friendlyName: name, secret: text, uri, qrCode: ctx.drawQrCode(uri) }
	})
}

/**
 * Starts enrolling a second factor, which `verifyFactor` activates. Only this response contains the secret of an authenticator
 * app.
 * @throws ServiceError insufficient_aal (403) if the account has a factor that this session hasn't used, no_authorization (403)
 * for an anonymous account, reauthentication_needed, validation_failed (400), too_many_enrolled_mfa_factors,
 * mfa_factor_name_conflict, mfa_verified_factor_exists, mfa_<type>_enroll_not_enabled (422)
 */
export const enrollFactor = (ctx: ServiceContext, caller: SignedIn, input: EnrollFactorBody): Promise<EnrolledFactor> =>
	withFailureAudit(ctx, { action: 'factor_enrolled', userId: caller.userId }, () => enroll(ctx, caller, input))

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
	return withFailureAudit(ctx, { action: 'factor_unenrolled', userId: caller.userId }, remove)
}
