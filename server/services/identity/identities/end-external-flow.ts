import { randomBytes, randomUUID } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hashAuthCode, type ProviderTokens, sealProviderTokens } from '#server/services/identity/sessions/exchange-code.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'

import type { ExternalFlow } from './external-flow.ts'

export type ExternalResult =
	| { kind: 'session'; session: SessionGrant; tokens: ProviderTokens | null }
	/** Authorization code, redeemed by the client that holds the PKCE verifier. */
	| { kind: 'auth-code'; authCode: string }

export type Proof = {
	userId: string
	/** Value in the `amr` claim. */
	method: 'oauth' | 'sso/saml'
	provider: string
	tokens: ProviderTokens | null
	notAfter: Date | null
}

export async function endExternalFlow(
	ctx: ServiceContext,
	tx: Tx,
	{ flow, proof }: { flow: Pick<ExternalFlow, 'code_challenge' | 'code_challenge_method'>; proof: Proof },
): Promise<ExternalResult> {
	if (flow.code_challenge === null || flow.code_challenge_method === null)
		return { kind: 'session', session: await issueSession(ctx, tx, proof), tokens: proof.tokens }
	const id = randomUUID()
	const authCode = randomBytes(32).toString('hex')
	await tx
		.insertInto('auth.flow_states')
		.values({
			id,
			user_id: proof.userId,
			code_challenge: flow.code_challenge,
			code_challenge_method: flow.code_challenge_method,
			authentication_method: proof.method,
			provider: proof.provider,
			provider_tokens: proof.tokens && (await sealProviderTokens(ctx, id, proof.tokens)),
			session_not_after: proof.notAfter,
			auth_code_hash: hashAuthCode(authCode),
			auth_code_issued_at: ctx.now(),
			created_at: ctx.now(),
		})
		.execute()
	return { kind: 'auth-code', authCode }
}
