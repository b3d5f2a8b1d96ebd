import type { Selectable } from 'kysely'

import { isUuid, type Tx } from '#server/db/database.ts'
import type { AuthPasskeys } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type PasskeyRow = Selectable<AuthPasskeys>
export type PasskeyOptions = {
	challengeId: string
	options: object
	expiresAt: number
}

/** @throws ServiceError passkey_disabled (404) */
export function requirePasskeys(ctx: ServiceContext): void {
	if (!ctx.config.auth.passkeys.enabled) throw new ServiceError('not-found', 'passkey_disabled', 'Passkeys are disabled')
}

/** @param userId null if no one is signed in */
export async function storeChallenge(
	ctx: ServiceContext,
	{ userId, options }: { userId: string | null; options: { challenge: string } },
): Promise<PasskeyOptions> {
	const expiresAt = new Date(ctx.now().getTime() + ctx.config.auth.passkeyChallengeSeconds * 1000)
	const { id } = await ctx.db
		.insertInto('auth.webauthn_challenges')
		.values({ user_id: userId, challenge: options.challenge, expires_at: expiresAt, created_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	return { challengeId: id, options, expiresAt: Math.floor(expiresAt.getTime() / 1000) }
}

/**
 * Uses up a challenge, which can be answered once, correctly or not.
 * @throws ServiceError webauthn_challenge_not_found if unknown, used or another account's, webauthn_challenge_expired (400)
 */
export async function spendChallenge(
	ctx: ServiceContext,
	tx: Tx,
	{ challengeId, userId }: { challengeId: string; userId: string | null },
): Promise<string> {
	const row = isUuid(challengeId)
		? await tx
				.deleteFrom('auth.webauthn_challenges')
				.where('id', '=', challengeId)
				.where('user_id', 'is not distinct from', userId)
				.returning(['challenge', 'expires_at'])
				.executeTakeFirst()
		: undefined
	if (!row) throw new ServiceError('invalid', 'webauthn_challenge_not_found', 'Challenge not found')
	if (row.expires_at.getTime() <= ctx.now().getTime())
		throw new ServiceError('invalid', 'webauthn_challenge_expired', 'Challenge has expired, ask for new options')
	return row.challenge
}

export const passkeyVerificationFailed = () =>
	new ServiceError('invalid', 'webauthn_verification_failed', 'The passkey response could not be verified')
