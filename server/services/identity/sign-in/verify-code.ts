import { sql } from 'kysely'

import { checkOneTimeToken } from '#domain/auth/check-one-time-token.ts'
import { type EmailVerificationType, type PhoneVerificationType, toTokenKinds } from '#domain/auth/verification-types.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	countFailure,
	clearGuessFailures,
	type Guess,
	hashAddress,
	lockForGuess,
} from '#server/services/identity/accounts/address-limits.ts'
import type { AccountAddress } from '#server/services/identity/accounts/check-input.ts'
import { hashLinkToken, matchesCode, type OneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { classifyOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { acceptToken, otpExpired, type VerifyResult } from './accept-token.ts'

type VerificationType = EmailVerificationType | PhoneVerificationType

type Attempt = {
	/** Key of the origin. A code counts wrong attempts per origin. */
	origin: string
	/** Guesses to lock, in this order. */
	guesses: readonly Guess[]
}

/** Determines which limits apply. Attempts from an untrusted origin also share one limit, since an attacker can use many networks. */
async function readAttempt(ctx: ServiceContext, address: AccountAddress): Promise<Attempt> {
	const { key, isTrusted } = await classifyOrigin(ctx, address)
	const atOrigin = await hashAddress(ctx, address.value, key)
	const anywhere = { kind: 'code-anywhere', addressHash: await hashAddress(ctx, address.value) } as const
	return { origin: atOrigin.toString('hex', 0, 8), guesses: [...(isTrusted ? [] : [anywhere]), { kind: 'code', addressHash: atOrigin }] }
}

const wrongAttemptsAt = ({ wrong_codes_at: tries }: OneTimeToken, origin: string): number => (tries as Record<string, number>)[origin] ?? 0

type Search = { address: AccountAddress; type: VerificationType; origin: string }

/** Locks the newest valid token of each kind that the type accepts. The lock serializes guesses at one code. */
async function lockTokens(ctx: ServiceContext, tx: Tx, { address, type, origin }: Search): Promise<OneTimeToken[]> {
	const rows = await tx
		.selectFrom('auth.one_time_tokens')
		.selectAll()
		.where('address', '=', address.value)
		.where('kind', 'in', [...toTokenKinds(type)])
		.orderBy('created_at', 'desc')
		.limit(10)
		.forUpdate()
		.execute()
	const newest = toTokenKinds(type).flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])
	return newest.filter(
		(row) => checkOneTimeToken({ expiresAt: row.expires_at, wrongCodes: wrongAttemptsAt(row, origin) }, ctx.now()) === 'live',
	)
}

/**
 * Counts a wrong code; each code allows five attempts per origin. For an address without codes, writes another row to take as
 * long.
 */
async function countWrongCode(ctx: ServiceContext, tx: Tx, { tokens, attempt }: { tokens: OneTimeToken[]; attempt: Attempt }) {
	const { origin: place, guesses } = attempt
	for (const guess of guesses) await countFailure(ctx, tx, guess)
	const ids = tokens.map(({ id }) => id)
	if (ids.length > 0)
		await sql`
			update auth.one_time_tokens
			set wrong_codes = wrong_codes + 1,
				wrong_codes_at = jsonb_set(wrong_codes_at, array[${place}], to_jsonb(coalesce((wrong_codes_at ->> ${place})::int, 0) + 1))
			where id = any(${ids})`.execute(tx)
	else {
		const hashes = guesses.map(({ addressHash }) => addressHash)
		const limits = tx.updateTable('auth.address_limits').set({ last_at: ctx.now() })
		await limits.where('address_hash', 'in', hashes).where('kind', '=', 'code').execute()
	}
	await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'failure', userId: tokens[0]?.user_id ?? null })
}

export type VerifyCodeInput = { type: VerificationType; address: AccountAddress; code: string }

/**
 * Signs in with the 6-digit code from an email or SMS. All unusable codes return the same error. Wrong attempts are counted per
 * network or known browser, so attackers elsewhere can't exhaust the owner's code; all untrusted origins together have fifty
 * attempts a day.
 * @throws ServiceError otp_expired (403), over_request_rate_limit (429), user_banned (403)
 */
export async function verifyCode(ctx: ServiceContext, { type, address, code }: VerifyCodeInput): Promise<VerifyResult> {
	const attempt = await readAttempt(ctx, address)
	const verified = await inTransaction(ctx.db, async (tx) => {
		for (const guess of attempt.guesses) await lockForGuess(ctx, tx, guess)
		const tokens = await lockTokens(ctx, tx, { address, type, origin: attempt.origin })
		const matches = await Promise.all(tokens.map((token) => matchesCode(ctx, token, code)))
		const token = tokens[matches.indexOf(true)]
		if (!token) {
			await countWrongCode(ctx, tx, { tokens, attempt })
			return null
		}
		for (const guess of attempt.guesses) await clearGuessFailures(tx, guess)
		return acceptToken(ctx, tx, { token, byRedirect: false })
	})
	if (!verified) throw otpExpired()
	return verified
}

export type VerifyLinkInput = {
	type: EmailVerificationType
	/** `token_hash` of the link, with or without its `pkce_` prefix. */
	linkToken: string
	/** True if the browser follows the link itself (GET) and is redirected. */
	byRedirect: boolean
}

/**
 * Signs in with an emailed link, which works once. Wrong, used and expired links return the same error.
 * @throws ServiceError otp_expired (403), user_banned (403)
 */
export async function verifyLink(ctx: ServiceContext, { type, linkToken, byRedirect }: VerifyLinkInput): Promise<VerifyResult> {
	const verified = await inTransaction(ctx.db, async (tx) => {
		const token = await tx
			.selectFrom('auth.one_time_tokens')
			.selectAll()
			.where('link_hash', '=', hashLinkToken(linkToken))
			.where('kind', 'in', [...toTokenKinds(type)])
			.forUpdate()
			.executeTakeFirst()
		if (!token || token.expires_at.getTime() <= ctx.now().getTime()) {
			await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'failure', userId: token?.user_id ?? null, detail: { by: 'link' } })
			return null
		}
		return acceptToken(ctx, tx, { token, byRedirect })
	})
	if (!verified) throw otpExpired()
	return verified
}
