import { checkOneTimeToken } from '#domain/auth/check-one-time-token.ts'
import { type EmailVerificationType, type PhoneVerificationType, tokenKindsOf } from '#domain/auth/verification-types.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'

import { acceptToken, otpExpired, type Verified } from './accept-token.ts'
import { type AccountAddress, hashOf } from './account-address.ts'
import { countFailure, forgetFailures, lockForGuess } from './address-limits.ts'
import { matchesCode, type OneTimeToken } from './one-time-token.ts'

type VerificationType = EmailVerificationType | PhoneVerificationType

/** The newest live token of each kind the type opens, locked: guesses at one code follow each other. */
async function lockTokens(
	ctx: ServiceContext,
	tx: Tx,
	{ address, type }: { address: AccountAddress; type: VerificationType },
): Promise<OneTimeToken[]> {
	const rows = await tx
		.selectFrom('auth.one_time_tokens')
		.selectAll()
		.where('address', '=', address.value)
		.where('kind', 'in', [...tokenKindsOf(type)])
		.orderBy('created_at', 'desc')
		.limit(10)
		.forUpdate()
		.execute()
	const newest = tokenKindsOf(type).flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])
	return newest.filter((row) => checkOneTimeToken({ expiresAt: row.expires_at, wrongCodes: row.wrong_codes }, ctx.now()) === 'live')
}

/** Costs one of the code's five tries and counts against the address; an address without codes has a row written as well. */
async function countWrongCode(ctx: ServiceContext, tx: Tx, { tokens, addressHash }: { tokens: OneTimeToken[]; addressHash: Buffer }) {
	await countFailure(ctx, tx, { thing: 'code', addressHash })
	const ids = tokens.map(({ id }) => id)
	if (ids.length > 0)
		await tx
			.updateTable('auth.one_time_tokens')
			.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
			.where('id', 'in', ids)
			.execute()
	else
		await tx
			.updateTable('auth.address_limits')
			.set({ last_at: ctx.now() })
			.where('address_hash', '=', addressHash)
			.where('kind', '=', 'code')
			.execute()
	await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'failure', userId: tokens[0]?.user_id ?? null })
}

export type VerifyCodeInput = { type: VerificationType; address: AccountAddress; code: string }

/**
 * Signs in with the 6-digit code from a mail or text. Wrong, used, burned, expired and unknown look alike; the fifth wrong try
 * burns the code, and the address closes for a growing while that a new code does not shorten.
 * @throws ServiceError otp_expired (403), over_request_rate_limit (429), user_banned (403)
 */
export async function verifyCode(ctx: ServiceContext, { type, address, code }: VerifyCodeInput): Promise<Verified> {
	const addressHash = await hashOf(ctx, address)
	const guess = { thing: 'code', addressHash } as const

	const verified = await ctx.db.transaction().execute(async (tx) => {
		await lockForGuess(ctx, tx, guess)
		const tokens = await lockTokens(ctx, tx, { address, type })
		const matches = await Promise.all(tokens.map((token) => matchesCode(ctx, token, code)))
		const token = tokens[matches.indexOf(true)]
		if (!token) {
			await countWrongCode(ctx, tx, { tokens, addressHash })
			return null
		}
		await forgetFailures(tx, guess)
		return acceptToken(ctx, tx, { token, byRedirect: false })
	})
	if (!verified) throw otpExpired()
	return verified
}
