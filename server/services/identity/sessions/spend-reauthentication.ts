import { checkOneTimeToken } from '#domain/auth/check-one-time-token.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countFailure, forgetFailures, hashAddress, lockForGuess } from '#server/services/identity/accounts/address-limits.ts'
import { matchesCode } from '#server/services/identity/accounts/one-time-token.ts'

import type { SignedIn } from './identify-bearer.ts'

/**
 * Redeems a code of `reauthenticate`. Five wrong attempts lock the current and later codes.
 * @throws ServiceError reauthentication_not_valid (422), over_request_rate_limit (429)
 */
export async function spendReauthentication(ctx: ServiceContext, caller: Pick<SignedIn, 'userId'>, nonce: string): Promise<void> {
	const guess = { thing: 'code', addressHash: await hashAddress(ctx, `reauthentication:${caller.userId}`) } as const
	const isRight = await inTransaction(ctx.db, async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const token = await tx
			.selectFrom('auth.one_time_tokens')
			.selectAll()
			.where('user_id', '=', caller.userId)
			.where('kind', '=', 'reauthentication')
			.forUpdate()
			.executeTakeFirst()
		const isLive = token && checkOneTimeToken({ expiresAt: token.expires_at, wrongCodes: token.wrong_codes }, ctx.now()) === 'live'
		if (isLive && (await matchesCode(ctx, token, nonce))) {
			await tx.deleteFrom('auth.one_time_tokens').where('id', '=', token.id).execute()
			await forgetFailures(tx, guess)
			return true
		}
		await countFailure(ctx, tx, guess)
		if (token)
			await tx
				.updateTable('auth.one_time_tokens')
				.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
				.where('id', '=', token.id)
				.execute()
		return false
	})
	if (!isRight) throw new ServiceError('unprocessable', 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
