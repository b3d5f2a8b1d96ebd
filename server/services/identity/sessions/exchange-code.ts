import { createHash, timingSafeEqual } from 'node:crypto'

import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned, requireUser } from '#server/services/identity/accounts/user-record.ts'
import { auditFailure, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { seal, unseal } from '#server/services/platform/keys/seal.ts'

import { issueSession } from './issue-session.ts'
import type { SessionGrant } from './session-grant.ts'

/** Tokens of the sign-in provider. They are returned to the client once, with the session, and then deleted. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** Encrypts the tokens for the row that waits for the client's verifier; a copy in another row can't be decrypted. */
export const sealProviderTokens = (ctx: ServiceContext, flowId: string, tokens: ProviderTokens) =>
	seal(ctx, flowId, Buffer.from(JSON.stringify([tokens.accessToken, tokens.refreshToken])))

async function unsealProviderTokens(
	ctx: ServiceContext,
	flow: { id: string; provider_tokens: Buffer | null },
): Promise<ProviderTokens | null> {
	if (!flow.provider_tokens) return null
	const opened = (await unseal(ctx, flow.id, flow.provider_tokens)).toString()
	const [accessToken, refreshToken] = JSON.parse(opened) as [string, string | null]
	return { accessToken, refreshToken }
}

const FLOW_LIFETIME_MS = 300_000

const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** Hashes an authorization code. A plain hash protects it at rest, since it has 256 random bits. */
export const hashAuthCode = sha256

function matchesVerifier(flow: { code_challenge: string; code_challenge_method: string }, verifier: string): boolean {
	const answer = flow.code_challenge_method === 's256' ? sha256(verifier).toString('base64url') : verifier
	return timingSafeEqual(sha256(answer), sha256(flow.code_challenge))
}

export type Exchanged = { session: SessionGrant; providerTokens: ProviderTokens | null }

/**
 * Redeems an authorization code, once, for the client that holds the verifier.
 * @throws ServiceError validation_failed 400, flow_state_not_found 404, flow_state_expired 422, bad_code_verifier 400,
 * user_banned 403
 */
export async function exchangeCode(ctx: ServiceContext, authCode: string, verifier: string): Promise<Exchanged> {
	if (!authCode || !verifier)
		throw new ServiceError('invalid', 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
	const redeem = async (tx: Tx) => {
		const flow = await tx
			.selectFrom('auth.flow_states')
			.selectAll()
			.where('auth_code_hash', '=', hashAuthCode(authCode))
			.forUpdate()
			.executeTakeFirst()
		if (!flow?.user_id || !flow.auth_code_issued_at)
			throw new ServiceError('not-found', 'flow_state_not_found', 'invalid flow state, no valid flow state found')
		// The time counts from when the code is issued: an email may be opened long after it was requested.
		if (ctx.now().getTime() - flow.auth_code_issued_at.getTime() > FLOW_LIFETIME_MS)
			throw new ServiceError('unprocessable', 'flow_state_expired', 'invalid flow state, flow state has expired')
		if (!matchesVerifier(flow, verifier))
			throw new ServiceError('invalid', 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
		if (isBanned(await requireUser(tx, flow.user_id), ctx.now())) throw new ServiceError('forbidden', 'user_banned', 'User is banned')
		await tx.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
		await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'success', userId: flow.user_id, detail: { kind: 'pkce' } })
		const session = await issueSession(ctx, tx, {
			userId: flow.user_id,
			method: flow.authentication_method,
			provider: flow.provider,
			notAfter: flow.session_not_after,
		})
		return { session, providerTokens: await unsealProviderTokens(ctx, flow) }
	}
	return auditFailure(ctx, { action: 'code_verified', userId: null }, () => inTransaction(ctx.db, redeem))
}
