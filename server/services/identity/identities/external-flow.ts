import type { Selectable } from 'kysely'
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

import type { CodeChallenge } from '#domain/auth/code-challenge.ts'
import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { AuthExternalFlows } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hashAuthCode, issueSession, type ProviderTokens, sealProviderTokens } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'

export const toRedirectUri = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`

/** Finds a sign-in provider by name; null if it's unknown or turned off. */
export async function findProvider(ctx: ServiceContext, name: string): Promise<ProviderConfig | null> {
	const { providers } = ctx.config.auth
	const configured = Object.hasOwn(providers, name) ? providers[name] : undefined
	if (configured) return configured
	for (const plugin of ctx.plugins) {
		const found = await plugin.findProvider?.(ctx, name)
		if (found) return found
	}
	return null
}

/** Maximum seconds that a user may spend at the provider. */
export const FLOW_SECONDS = 300

export type ExternalFlow = Selectable<AuthExternalFlows>
/** `state` goes through the provider, `browserSecret` is stored in a cookie. */
export type FlowKeys = { state: string; browserSecret: string }

/** Returns 256 random bits in a form that is safe in URLs and cookies. */
export const randomSecret = () => randomBytes(32).toString('base64url')

export const isSameBrowser = (flow: ExternalFlow, browserSecret: string | null) =>
	browserSecret !== null && timingSafeEqual(sha256(browserSecret), flow.browser_hash)

export type NewFlow = {
	kind: 'oauth' | 'saml'
	provider: string
	redirectTo: string
	challenge: CodeChallenge | null
	linking: { userId: string; sessionId: string } | null
	invitedUserId?: string | null
	codeVerifier?: string
	nonce?: string
	requestId?: string
	/** Lifetime in seconds; FLOW_SECONDS by default. */
	seconds?: number
}

export async function openFlow(ctx: ServiceContext, keys: FlowKeys, flow: NewFlow): Promise<void> {
	const now = ctx.now()
	await ctx.db
		.insertInto('auth.external_flows')
		.values({
			kind: flow.kind,
			provider: flow.provider,
			state_hash: sha256(keys.state),
			browser_hash: sha256(keys.browserSecret),
			redirect_to: flow.redirectTo,
			code_challenge: flow.challenge?.challenge ?? null,
			code_challenge_method: flow.challenge?.method ?? null,
			linking_user_id: flow.linking?.userId ?? null,
			linking_session_id: flow.linking?.sessionId ?? null,
			invited_user_id: flow.invitedUserId ?? null,
			code_verifier: flow.codeVerifier ?? null,
			nonce: flow.nonce ?? null,
			request_id: flow.requestId ?? null,
			expires_at: new Date(now.getTime() + (flow.seconds ?? FLOW_SECONDS) * 1000),
			created_at: now,
		})
		.execute()
}

const badState = (message: string) => new ServiceError('invalid', 'bad_oauth_state', message)

async function redeemState(ctx: ServiceContext, tx: Tx, { kind, state }: { kind: NewFlow['kind']; state: string }): Promise<ExternalFlow> {
	const flow = await tx
		.selectFrom('auth.external_flows')
		.selectAll()
		.where('state_hash', '=', sha256(state))
		.where('kind', '=', kind)
		.forUpdate()
		.executeTakeFirst()
	if (!flow) throw badState('OAuth state is unknown or has expired')
	if (flow.used_at) throw new ServiceError('invalid', 'flow_state_already_used', 'OAuth state was used already')
	if (flow.expires_at.getTime() <= ctx.now().getTime()) throw badState('OAuth state is unknown or has expired')
	await tx.updateTable('auth.external_flows').set({ used_at: ctx.now() }).where('id', '=', flow.id).execute()
	return flow
}

/**
 * Uses up a `state` parameter, no matter which browser sends it. Only the browser that started the flow may continue: a link must
 * not sign anyone in to its sender's account.
 * @throws ServiceError bad_oauth_state, flow_state_already_used (400)
 */
export async function consumeFlowState(
	ctx: ServiceContext,
	{ kind, state, browserSecret }: { kind: NewFlow['kind']; state: string; browserSecret: string | null },
): Promise<ExternalFlow> {
	const flow = await inTransaction(ctx.db, (tx) => redeemState(ctx, tx, { kind, state }))
	if (!isSameBrowser(flow, browserSecret)) throw badState('OAuth state belongs to another browser')
	return flow
}

export type ExternalResult =
	| { kind: 'session'; session: IssuedSession; tokens: ProviderTokens | null }
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

export async function issueSessionOrAuthCode(
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
