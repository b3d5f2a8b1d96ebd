import type { Selectable } from 'kysely'

import { isUuid, type Tx } from '#server/db/database.ts'
import type { AuthMfaFactors } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hashAddress } from '#server/services/identity/accounts/address-limits.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

import type { EnrolledFactor } from './enroll-factor.ts'

type ShownFactor = Extract<EnrolledFactor, { type: 'totp' }>

const HOUR_MS = 3_600_000

/**
 * Unconfirmed authenticator apps by session ID, kept for an hour. A reopened page must show the same QR code, because it may have been
 * scanned already, but only to the same session.
 */
class PendingApps {
	readonly #shown = new Map<string, { factor: ShownFactor; until: number }>()

	find(sessionId: string, now: Date): ShownFactor | null {
		const kept = this.#shown.get(sessionId)
		return kept && kept.until > now.getTime() ? kept.factor : null
	}

	keep(sessionId: string, factor: ShownFactor, now: Date): void {
		for (const [id, { until }] of this.#shown) if (until <= now.getTime()) this.#shown.delete(id)
		this.#shown.set(sessionId, { factor, until: now.getTime() + HOUR_MS })
	}

	forget(sessionId: string): void {
		this.#shown.delete(sessionId)
	}
}

export const createPendingApps = (): PendingApps => new PendingApps()

/** Returns the rate limit key of second factors. An account's factors share it, so that more factors don't allow more guesses. */
export const secondFactorGuess = async (ctx: ServiceContext, userId: string) =>
	({ kind: 'code', addressHash: await hashAddress(ctx, `second-factor:${userId}`) }) as const

export type FactorRow = Selectable<AuthMfaFactors>
export type ChallengeableType = 'totp' | 'phone' | 'webauthn'

/** Creates the error that is also thrown for another account's factor, so as not to reveal that it exists. */
export const factorNotFound = () => new ServiceError('not-found', 'mfa_factor_not_found', 'Factor not found')

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

/** @throws ServiceError mfa_factor_not_found (404) for a malformed ID or a factor that the account doesn't have */
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
