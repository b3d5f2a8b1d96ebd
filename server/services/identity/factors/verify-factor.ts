import type { Selectable } from 'kysely'
import { timingSafeEqual } from 'node:crypto'

import type { VerifyFactorBody } from '#contracts/auth.ts'
import { MAX_WRONG_CODES } from '#domain/auth/check-one-time-token.ts'
import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import type { AuthMfaChallenges } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countFailure, clearGuessFailures, lockForGuess } from '#server/services/identity/accounts/address-limits.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { recordCodeUsed } from '#server/services/identity/codes/auth-sms.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import { requireFreshProofForChange, requireSecondFactor } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { unseal } from '#server/services/platform/keys/seal.ts'

import { hashChallengeCode } from './challenge-factor.ts'
import { type ChallengeableType, type FactorRow, requireFactor, requireTypeEnabled, secondFactorGuess } from './factor-rules.ts'
import { raiseSession } from './raise-session.ts'
import { findTotpStep } from './totp.ts'

type ChallengeRow = Selectable<AuthMfaChallenges>
type Proof = Partial<Pick<FactorRow, 'last_totp_step' | 'credential_id' | 'public_key' | 'sign_count' | 'transports'>> | null

export const AMR_METHOD = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const
const REFUSAL: Record<ChallengeableType, string> = {
	totp: 'Invalid TOTP code entered',
	phone: 'Invalid MFA Phone code entered',
	webauthn: 'Invalid WebAuthn response',
}

async function requireChallenge(ctx: ServiceContext, tx: Tx, { factorId, challengeId }: { factorId: string; challengeId: string }) {
	const row = isUuid(challengeId)
		? await tx
				.selectFrom('auth.mfa_challenges')
				.selectAll()
				.where('id', '=', challengeId)
				.where('factor_id', '=', factorId)
				.forUpdate()
				.executeTakeFirst()
		: undefined
	if (!row) throw new ServiceError('unprocessable', 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
	if (row.ip !== ctx.clientAddress)
		throw new ServiceError('unprocessable', 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
	if (row.expires_at.getTime() <= ctx.now().getTime()) {
		const message = 'MFA challenge has expired, verify against another challenge or create a new challenge.'
		throw new ServiceError('unprocessable', 'mfa_challenge_expired', message)
	}
	return row
}

async function checkTotp(ctx: ServiceContext, factor: FactorRow, code: string): Promise<Proof> {
	if (!factor.secret) return null
	const secret = await unseal(ctx, factor.id, factor.secret)
	const step = findTotpStep(secret, { code, now: ctx.now(), after: factor.last_totp_step })
	return step === null ? null : { last_totp_step: step }
}

async function checkSms(ctx: ServiceContext, challenge: ChallengeRow, code: string): Promise<Proof> {
	if (!challenge.code_hash || challenge.wrong_codes >= MAX_WRONG_CODES) return null
	const hash = await hashChallengeCode(ctx, challenge.id, code)
	return timingSafeEqual(hash, challenge.code_hash) ? {} : null
}

async function checkWebauthn(
	ctx: ServiceContext,
	{ factor, challenge, input }: { factor: FactorRow; challenge: ChallengeRow; input: VerifyFactorBody },
): Promise<Proof> {
	const relyingParty = relyingPartyOf(ctx)
	const answer = input.webauthn?.credential_response
	if (!answer || !challenge.webauthn_challenge) return null
	if (factor.status === 'verified') {
		if (!factor.credential_id || answer.id !== factor.credential_id || !factor.public_key) return null
		const credential = {
			id: factor.credential_id,
			publicKey: factor.public_key,
			signCount: factor.sign_count,
			transports: factor.transports,
		}
		const signCount = await ctx.webauthn.checkAuthentication(relyingParty, { answer, challenge: challenge.webauthn_challenge, credential })
		return signCount === null ? null : { sign_count: signCount }
	}
	const registered = await ctx.webauthn.checkRegistration(relyingParty, { answer, challenge: challenge.webauthn_challenge })
	return (
		registered && {
			credential_id: registered.id,
			public_key: registered.publicKey,
			sign_count: registered.signCount,
			transports: registered.transports,
		}
	)
}

function check(ctx: ServiceContext, answer: { factor: FactorRow; challenge: ChallengeRow; input: VerifyFactorBody }): Promise<Proof> {
	const { factor, challenge, input } = answer
	if (factor.factor_type === 'webauthn') return checkWebauthn(ctx, answer)
	const code = (input.code ?? '').trim()
	return factor.factor_type === 'totp' ? checkTotp(ctx, factor, code) : checkSms(ctx, challenge, code)
}

/**
 * Accepts a correct answer. The first correct answer activates the factor and deletes unfinished enrollments of the same type.
 * @throws ServiceError mfa_verified_factor_exists (422) if the security key or phone number is enrolled already
 */
async function accept(ctx: ServiceContext, tx: Tx, { factor, proof }: { factor: FactorRow; proof: NonNullable<Proof> }): Promise<void> {
	if (proof.credential_id) {
		const other = await tx.selectFrom('auth.mfa_factors').select('id').where('credential_id', '=', proof.credential_id).executeTakeFirst()
		if (other) throw new ServiceError('unprocessable', 'mfa_verified_factor_exists', 'This security key is enrolled already')
	}
	if (factor.status === 'unverified' && factor.phone) {
		const other = await tx
			.selectFrom('auth.mfa_factors')
			.select('id')
			.where('user_id', '=', factor.user_id)
			.where('phone', '=', factor.phone)
			.where('status', '=', 'verified')
			.executeTakeFirst()
		if (other) {
			const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
			throw new ServiceError('unprocessable', 'mfa_verified_factor_exists', message)
		}
	}
	await tx
		.updateTable('auth.mfa_factors')
		.set({ ...proof, status: 'verified', updated_at: ctx.now() })
		.where('id', '=', factor.id)
		.execute()
	await tx
		.deleteFrom('auth.mfa_factors')
		.where('user_id', '=', factor.user_id)
		.where('factor_type', '=', factor.factor_type)
		.where('status', '=', 'unverified')
		.execute()
}

export type VerifyFactorInput = VerifyFactorBody & { factorId: string }

/**
 * Verifies the answer to a challenge and raises the session to aal2. Wrong answers for all factors of an account are counted together,
 * and a new challenge doesn't shorten the lock. A code from an authenticator app works once.
 * @throws ServiceError mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch, mfa_<type>_verify_not_enabled,
 * mfa_verified_factor_exists (422), mfa_factor_not_found (404, 422 for another factor's challenge), validation_failed (400),
 * over_request_rate_limit (429); for a new factor insufficient_aal (403), reauthentication_needed (400)
 */
export async function verifyFactor(ctx: ServiceContext, caller: SignedIn, input: VerifyFactorInput): Promise<IssuedSession> {
	if (!input.challenge_id) throw validationFailed('challenge_id is required')
	if (!input.code && !input.webauthn) throw validationFailed('A code or a WebAuthn response is required')
	const challengeId = input.challenge_id
	const guess = await secondFactorGuess(ctx, caller.userId)

	const result = await inTransaction(ctx.db, async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const factor = await requireFactor(tx, { caller, factorId: input.factorId })
		const type = factor.factor_type
		requireTypeEnabled(ctx, type, 'verify')
		if (factor.status === 'unverified') {
			await requireSecondFactor(tx, caller, { kind: 'forbidden', message: 'AAL2 required to enroll a new factor' })
			await requireFreshProofForChange(ctx, tx, caller)
		}
		const challenge = await requireChallenge(ctx, tx, { factorId: factor.id, challengeId })
		const proof = await check(ctx, { factor, challenge, input })
		const detail = { type, factor_id: factor.id }
		if (!proof) {
			await countFailure(ctx, tx, guess)
			await tx
				.updateTable('auth.mfa_challenges')
				.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
				.where('id', '=', challenge.id)
				.execute()
			await recordAudit(ctx, tx, { action: 'factor_verified', outcome: 'failure', userId: caller.userId, detail })
			return type
		}
		await clearGuessFailures(tx, guess)
		await tx.deleteFrom('auth.mfa_challenges').where('id', '=', challenge.id).execute()
		await accept(ctx, tx, { factor, proof })
		if (type === 'phone') await recordCodeUsed(ctx, tx, factor.phone ?? '')
		await recordAudit(ctx, tx, { action: 'factor_verified', outcome: 'success', userId: caller.userId, detail })
		return raiseSession(ctx, tx, { caller, method: AMR_METHOD[type], factorId: factor.id })
	})
	if (typeof result === 'string') throw new ServiceError('unprocessable', 'mfa_verification_failed', REFUSAL[result])
	return result
}
