import { redirectsToDevice } from '#domain/auth/oauth-redirect.ts'
import { coversScopes } from '#domain/auth/oauth-scopes.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { requireSecondFactor } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { makeSecret } from './authenticate-client.ts'
import {
	buildAnswerUrl,
	type Authorization,
	authorizationNotFound,
	CODE_MS,
	findConsent,
	lockPendingAuthorization,
} from './authorization-rows.ts'
import { type OauthClient, requireClient, requireOauthServer } from './clients.ts'

export type PendingAuthorization =
	| { kind: 'pending'; request: Authorization; client: OauthClient }
	| { kind: 'answered'; redirectUrl: string }

function requirePermanentCaller(caller: SignedIn): void {
	if (caller.isAnonymous) throw new ServiceError('forbidden', 'no_authorization', 'Anonymous users cannot authorize applications')
}

/** Requires the second factor: without it, a session may not authorize applications. */
const requireStrongCaller = (tx: Tx, caller: SignedIn) =>
	requireSecondFactor(tx, caller, { kind: 'forbidden', message: 'AAL2 session is required to authorize an application' })

async function approve(ctx: ServiceContext, tx: Tx, { request, caller }: { request: Authorization; caller: SignedIn }): Promise<string> {
	const code = makeSecret()
	const session = await tx.selectFrom('auth.sessions').select('created_at').where('id', '=', caller.sessionId).executeTakeFirst()
	await tx
		.updateTable('auth.oauth_authorizations')
		.set({
			status: 'approved',
			code_hash: sha256(code),
			code_expires_at: new Date(ctx.now().getTime() + CODE_MS),
			learner_session_id: caller.sessionId,
			signed_in_at: session?.created_at ?? ctx.now(),
		})
		.where('id', '=', request.id)
		.execute()
	return buildAnswerUrl(ctx, request, { code })
}

/**
 * True if an earlier consent is sufficient. Any program on the learner's machine could pretend to be an application that runs there without
 * a secret, so such an application needs consent each time (RFC 8252 §8.6).
 */
async function isAlreadyAllowed(tx: Tx, { request, client, userId }: { request: Authorization; client: OauthClient; userId: string }) {
	if (request.requires_consent || (client.client_type === 'public' && redirectsToDevice(request.redirect_uri))) return false
	const allowed = await findConsent(tx, { userId, clientId: client.id })
	return allowed.length > 0 && coversScopes(allowed, request.scope.split(' '))
}

/**
 * Returns the request for the consent page, or the redirect if an earlier consent is sufficient. Only the first learner who opens
 * a request may decide on it.
 * @throws ServiceError feature_disabled, oauth_authorization_not_found (404), validation_failed (400), insufficient_aal,
 * no_authorization (403)
 */
export async function openAuthorization(ctx: ServiceContext, caller: SignedIn, id: string): Promise<PendingAuthorization> {
	requireOauthServer(ctx)
	requirePermanentCaller(caller)
	return inTransaction(ctx.db, async (tx) => {
		const request = await lockPendingAuthorization(ctx, tx, id)
		if (request.user_id !== null && request.user_id !== caller.userId) throw authorizationNotFound()
		await requireStrongCaller(tx, caller)
		await tx.updateTable('auth.oauth_authorizations').set({ user_id: caller.userId }).where('id', '=', id).execute()
		const client = await requireClient(tx, request.client_id)
		if (!(await isAlreadyAllowed(tx, { request, client, userId: caller.userId }))) return { kind: 'pending', request, client }
		return { kind: 'answered', redirectUrl: await approve(ctx, tx, { request, caller }) }
	})
}

/** Stores the consent. New scopes are added to those already allowed. */
async function storeConsent(ctx: ServiceContext, tx: Tx, { request, userId }: { request: Authorization; userId: string }): Promise<void> {
	const clientId = request.client_id
	const scopes = [...new Set([...(await findConsent(tx, { userId, clientId })), ...request.scope.split(' ')])]
	await tx
		.insertInto('auth.oauth_consents')
		.values({ user_id: userId, client_id: clientId, scopes, granted_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doUpdateSet({ scopes, granted_at: ctx.now() }))
		.execute()
}

/**
 * Stores the learner's decision, once.
 * @returns the application's redirect URL, with a code or an error
 * @throws ServiceError as `openAuthorization`; oauth_authorization_not_found (404) also if this learner hasn't opened the request
 */
export async function answerAuthorization(
	ctx: ServiceContext,
	caller: SignedIn,
	{ id, action }: { id: string; action: string },
): Promise<string> {
	requireOauthServer(ctx)
	requirePermanentCaller(caller)
	if (action !== 'approve' && action !== 'deny') throw validationFailed("action must be 'approve' or 'deny'")
	return inTransaction(ctx.db, async (tx) => {
		const request = await lockPendingAuthorization(ctx, tx, id)
		if (request.user_id !== caller.userId) throw authorizationNotFound()
		const event = { outcome: 'success', userId: caller.userId, detail: { client_id: request.client_id, scope: request.scope } } as const
		if (action === 'deny') {
			await tx.updateTable('auth.oauth_authorizations').set({ status: 'denied' }).where('id', '=', id).execute()
			await recordAudit(ctx, tx, { action: 'oauth_access_denied', ...event })
			return buildAnswerUrl(ctx, request, { error: 'access_denied', error_description: 'the learner declined' })
		}
		await requireStrongCaller(tx, caller)
		await storeConsent(ctx, tx, { request, userId: caller.userId })
		await recordAudit(ctx, tx, { action: 'oauth_access_granted', ...event })
		return approve(ctx, tx, { request, caller })
	})
}
