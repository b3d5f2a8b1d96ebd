import { type Selectable, sql } from 'kysely'
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { OneTimeTokenKind } from '#domain/auth/verification-types.ts'
import type { Tx } from '#server/db/database.ts'
import type { AuthOneTimeTokens } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Deletes pending codes and links, which belong to the previous address or password. */
export async function invalidateCodes(tx: Tx, userId: string): Promise<void> {
	await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
	await tx.deleteFrom('auth.flow_states').where('user_id', '=', userId).execute()
}

export type OneTimeToken = Selectable<AuthOneTimeTokens>

/** Prefix of tokens whose sign-in returns an authorization code to the client that holds the PKCE verifier. */
export const PKCE_PREFIX = 'pkce_'
const LINK_BYTES = 28

export type OneTimeTokenInput = {
	userId: string
	kind: OneTimeTokenKind
	address: string
	flowStateId: string | null
	/** True removes the account's password when the token is used (migration 0010). */
	dropsPassword: boolean
	/** Metadata (migration 0154) that becomes the account's once its address is verified; `as before` when a code is sent again. */
	profile?: Metadata | null | 'as before' | undefined
	/** Lifetime; defaults to that of an emailed code. */
	seconds?: number
	/** Fixed code for the operator's test numbers. */
	code?: string | null
}

/** Hashes a link token. A plain hash protects it at rest, since 56 random hex digits can't be guessed. */
export const hashLinkToken = (linkToken: string) => createHash('sha256').update(linkToken.replace(PKCE_PREFIX, '')).digest()

/** Hashes a code with a secret from another table: without it, anyone with the hash could try all six-digit codes. */
const hashCode = (ctx: ServiceContext, token: { userId: string; kind: string; address: string }, code: string) =>
	keyedHash(ctx, 'verification-codes', [token.userId, token.kind, token.address, code])

/**
 * Issues a code and link, and invalidates earlier ones of this kind.
 * @returns both in clear text, to be used only in the message
 */
export async function issueOneTimeToken(
	ctx: ServiceContext,
	tx: Tx,
	request: OneTimeTokenInput,
): Promise<{ code: string; linkToken: string }> {
	const code = request.code ?? String(randomInt(1_000_000)).padStart(6, '0')
	const linkToken = randomBytes(LINK_BYTES).toString('hex')
	const now = ctx.now()
	const row = {
		address: request.address,
		code_hash: await hashCode(ctx, request, code),
		link_hash: hashLinkToken(linkToken),
		wrong_codes: 0,
		wrong_codes_at: '{}',
		flow_state_id: request.flowStateId,
		expires_at: new Date(now.getTime() + (request.seconds ?? ctx.config.auth.emailCodeSeconds) * 1000),
		created_at: now,
	}
	const { profile = null } = request
	const profileRow = { pending_profile: profile === null || profile === 'as before' ? null : JSON.stringify(profile) }
	await tx
		.insertInto('auth.one_time_tokens')
		.values({ ...row, ...profileRow, user_id: request.userId, kind: request.kind, drops_password: request.dropsPassword })
		.onConflict((conflict) =>
			conflict.columns(['user_id', 'kind']).doUpdateSet({
				...row,
				...(profile !== 'as before' && profileRow),
				drops_password: sql<boolean>`one_time_tokens.drops_password or excluded.drops_password`,
			}),
		)
		.execute()
	return { code, linkToken: request.flowStateId ? PKCE_PREFIX + linkToken : linkToken }
}

/** Compares a code in constant time. */
export async function matchesCode(ctx: ServiceContext, token: OneTimeToken, code: string): Promise<boolean> {
	const expected = await hashCode(ctx, { userId: token.user_id, kind: token.kind, address: token.address }, code)
	return timingSafeEqual(expected, token.code_hash)
}
