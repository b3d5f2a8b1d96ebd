import { randomInt, randomUUID } from 'node:crypto'

import { findTestCode } from '#server/config/test-codes.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countSms, hashAddress } from '#server/services/identity/accounts/address-limits.ts'
import { requireUser } from '#server/services/identity/accounts/user-record.ts'
import { requireSmsAllowed, sendAuthSms } from '#server/services/identity/codes/auth-sms.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import { type ChallengeableType, type FactorRow, requireFactor, requireTypeEnabled } from './factor-rules.ts'

export type FactorChallenge = {
	id: string
	type: ChallengeableType
	/** Unix time in seconds. */
	expiresAt: number
	webauthn?: { type: 'create' | 'request'; credential_options: { publicKey: object } }
}

/** Hashes a code together with the challenge, so that a code is only valid for the challenge it was sent for. */
export const hashChallengeCode = (ctx: ServiceContext, challengeId: string, code: string) =>
	keyedHash(ctx, 'verification-codes', ['mfa-challenge', challengeId, code])

/** Returns registration options for a new authenticator, authentication options for a verified one. */
async function makeOptions(ctx: ServiceContext, tx: Tx, factor: FactorRow) {
	const relyingParty = relyingPartyOf(ctx)
	if (factor.status === 'verified')
		return {
			type: 'request' as const,
			publicKey: await ctx.webauthn.makeAuthenticationOptions(relyingParty, [
				{ id: factor.credential_id ?? '', transports: factor.transports },
			]),
		}
	const user = await requireUser(tx, factor.user_id)
	const known = await tx
		.selectFrom('auth.mfa_factors')
		.select(['credential_id', 'transports'])
		.where('user_id', '=', factor.user_id)
		.where('credential_id', 'is not', null)
		.execute()
	const exclude = known.map(({ credential_id: id, transports }) => ({ id: id ?? '', transports }))
	const userName = user.email ?? user.phone ?? user.id
	return {
		type: 'create' as const,
		publicKey: await ctx.webauthn.makeRegistrationOptions(relyingParty, { userId: user.id, userName, exclude, isDiscoverable: false }),
	}
}

async function sendCode(ctx: ServiceContext, tx: Tx, { factor, challengeId }: { factor: FactorRow; challengeId: string }): Promise<Buffer> {
	const recipient = { phone: factor.phone ?? '', userId: factor.user_id }
	await countSms(ctx, tx, await hashAddress(ctx, recipient.phone, 'usual'))
	await requireSmsAllowed(ctx, recipient, tx)
	const code = findTestCode(ctx, recipient.phone) ?? String(randomInt(1_000_000)).padStart(6, '0')
	await sendAuthSms(ctx, tx, { ...recipient, code, seconds: ctx.config.auth.factorTimes.challengeSeconds })
	return hashChallengeCode(ctx, challengeId, code)
}

export type ChallengeInput = { factorId: string; channel: string | null | undefined }

async function challenge(ctx: ServiceContext, caller: SignedIn, { factorId, channel }: ChallengeInput): Promise<FactorChallenge> {
	return inTransaction(ctx.db, async (tx) => {
		const factor = await requireFactor(tx, { caller, factorId })
		const type = factor.factor_type
		requireTypeEnabled(ctx, type, 'verify')
		if (type === 'phone' && (channel ?? 'sms') !== 'sms')
			throw new ServiceError('invalid', 'validation_failed', 'Invalid channel, supported value is sms')
		const id = randomUUID()
		const options = type === 'webauthn' ? await makeOptions(ctx, tx, factor) : null
		const expiresAt = new Date(ctx.now().getTime() + ctx.config.auth.factorTimes.challengeSeconds * 1000)
		await tx
			.insertInto('auth.mfa_challenges')
			.values({
				id,
				factor_id: factor.id,
				ip: ctx.clientAddress,
				code_hash: type === 'phone' ? await sendCode(ctx, tx, { factor, challengeId: id }) : null,
				webauthn_challenge: options?.publicKey.challenge ?? null,
				expires_at: expiresAt,
				created_at: ctx.now(),
			})
			.execute()
		await tx.updateTable('auth.mfa_factors').set({ last_challenged_at: ctx.now() }).where('id', '=', factor.id).execute()
		await recordAudit(ctx, tx, {
			action: 'factor_challenged',
			outcome: 'success',
			userId: caller.userId,
			detail: { type, factor_id: factor.id },
		})
		return {
			id,
			type,
			expiresAt: Math.floor(expiresAt.getTime() / 1000),
			...(options && { webauthn: { type: options.type, credential_options: { publicKey: options.publicKey } } }),
		}
	})
}

/**
 * Starts a challenge for a second factor, valid only from the same IP address.
 * @throws ServiceError mfa_factor_not_found (404), validation_failed (400) for a channel other than SMS,
 * mfa_<type>_verify_not_enabled (422), sms_send_failed (422), over_sms_send_rate_limit, sms_country_paused (429)
 */
export const challengeFactor = (ctx: ServiceContext, caller: SignedIn, input: ChallengeInput): Promise<FactorChallenge> =>
	withFailureAudit(ctx, { action: 'factor_challenged', userId: caller.userId }, () => challenge(ctx, caller, input))
