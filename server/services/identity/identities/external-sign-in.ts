import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { mergeMetadataWithinLimit } from '#domain/auth/user-metadata.ts'
import { ProviderError } from '#server/adapters/oauth/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	chooseRedirectFor,
	validationFailed,
	type PkceInput,
	requireCodeChallenge,
} from '#server/services/identity/accounts/check-input.ts'
import { hashLinkToken } from '#server/services/identity/accounts/one-time-token.ts'
import {
	findUser,
	lockUser,
	toMetadataObject,
	requireNotBanned,
	requireUser,
	type UserRecord,
} from '#server/services/identity/accounts/user-record.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import {
	chooseAccount,
	addIdentity,
	type ExternalIdentity,
	findIdentityOwner,
	lockIdentity,
	takeOverUnverifiedAccount,
} from './choose-account.ts'
import {
	issueSessionOrAuthCode,
	type ExternalFlow,
	type ExternalResult,
	findProvider,
	type FlowKeys,
	type NewFlow,
	openFlow,
	randomSecret,
	toRedirectUri,
} from './external-flow.ts'
import { linkIdentity } from './link-identity.ts'

const notFound = () => new ServiceError('not-found', 'invite_not_found', 'Invite not found')

/**
 * Returns the invited account's ID. The token stays valid until the provider has responded.
 * @param inviteToken `token_hash` of the emailed link
 * @throws ServiceError invite_not_found (404) if the invitation is unknown, used or expired
 */
async function findInvitation(ctx: ServiceContext, inviteToken: string): Promise<string> {
	const token = await ctx.db
		.selectFrom('auth.one_time_tokens')
		.innerJoin('auth.users', 'auth.users.id', 'auth.one_time_tokens.user_id')
		.select('user_id')
		.where('link_hash', '=', hashLinkToken(inviteToken))
		.where('kind', '=', 'confirmation')
		.where('expires_at', '>', ctx.now())
		.where('email_confirmed_at', 'is', null)
		.executeTakeFirst()
	if (!token) throw notFound()
	return token.user_id
}

function requireInvitedAddress(user: UserRecord, { profile }: ExternalIdentity): void {
	const address = profile.email === null ? null : parseEmailAddress(profile.email)
	// An address that the provider hasn't verified proves nothing.
	if (address === null || address !== user.email || !profile.isEmailVerified)
		throw new ServiceError('invalid', 'validation_failed', 'Invited email does not match emails from external provider')
}

/**
 * Adds the provider's identity to the invited account and uses up the invitation.
 * @throws ServiceError validation_failed (400) if the address isn't the invited one, identity_already_exists (422),
 * invite_not_found (404) if it was accepted in the meantime, user_banned (403)
 */
async function acceptInvitation(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, ...identity }: ExternalIdentity & { userId: string },
): Promise<UserRecord> {
	await lockIdentity(tx, identity)
	await lockUser(tx, userId)
	const user = await findUser(tx, userId)
	if (!user || user.email_confirmed_at !== null) throw notFound()
	requireNotBanned(user, ctx.now())
	requireInvitedAddress(user, identity)
	if (await findIdentityOwner(tx, identity))
		throw new ServiceError('unprocessable', 'identity_already_exists', 'Identity is already linked to another user')
	const claims = mergeMetadataWithinLimit(identity.profile.claims, toMetadataObject(user.raw_user_meta_data))
	await takeOverUnverifiedAccount(ctx, tx, { user, profile: { ...identity.profile, claims } })
	await addIdentity(ctx, tx, { userId, ...identity })
	const detail = { provider: identity.provider }
	await recordAudit(ctx, tx, { action: 'user_invite_accepted', outcome: 'success', userId, detail })
	return requireUser(tx, userId)
}

/** Parameters that we set ourselves, or that could change the provider's response. */
const RESERVED =
	/^(client_id|client_secret|code.*|redirect.*|response.*|state|nonce|scopes?|request.*|registration|claims|id_token.*|provider|invite_token|skip_http_redirect|resource|authorization_details|dpop.*)$/
const MAX_EXTRA = 10
const MAX_EXTRA_LENGTH = 200
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/

export type StartExternalInput = PkceInput & {
	provider: string
	scopes: string
	redirectTo: string | null
	/** All parameters of the request; those meant for the provider are passed on. */
	query: Record<string, string>
}

function requireExtraParameters(query: Record<string, string>): Record<string, string> {
	const extra = Object.entries(query).filter(([name]) => /^[a-z][a-z_]{0,39}$/.test(name) && !RESERVED.test(name))
	if (extra.length > MAX_EXTRA || extra.some(([, value]) => value.length > MAX_EXTRA_LENGTH))
		throw validationFailed('Too many query parameters')
	return Object.fromEntries(extra)
}

function requireScopes(scopes: string): string[] {
	const list = scopes.split(/[ ,]+/).filter(Boolean)
	if (list.length > 20 || !list.every((scope) => SCOPE.test(scope))) throw validationFailed('Malformed scopes')
	return list
}

/**
 * Starts a sign-in at a provider and returns its URL.
 * @param linking the session to link the identity to, or null to sign in
 * @throws ServiceError validation_failed (400) for an unknown or disabled provider and for invalid input; invite_not_found (404);
 * unexpected_failure (502)
 */
export async function startExternalSignIn(
	ctx: ServiceContext,
	input: StartExternalInput,
	linking: NewFlow['linking'],
): Promise<FlowKeys & { url: string }> {
	const provider = await findProvider(ctx, input.provider)
	if (!provider) throw validationFailed('Unsupported provider: provider is not enabled')
	const challenge = requireCodeChallenge(input)
	const invitedUserId = input.query.invite_token && !linking ? await findInvitation(ctx, input.query.invite_token) : null
	const keys = { state: randomSecret(), browserSecret: randomSecret() }
	const secrets = { codeVerifier: randomSecret(), nonce: randomSecret() }
	const request = {
		...secrets,
		state: keys.state,
		redirectUri: toRedirectUri(ctx),
		scopes: requireScopes(input.scopes),
		extra: requireExtraParameters(input.query),
	}
	const url = await ctx.oauth.makeAuthorizationUrl(provider, request).catch((error: unknown) => {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.throttled('warn', 'sign-in provider not reached', { provider: provider.name, reason: error.message })
		throw new ServiceError('upstream', 'unexpected_failure', 'The provider cannot be reached')
	})
	const redirectTo = chooseRedirectFor(ctx, input.redirectTo)
	await openFlow(ctx, keys, { kind: 'oauth', provider: provider.name, redirectTo, challenge, linking, invitedUserId, ...secrets })
	return { ...keys, url: url.toString() }
}

/** Our own error messages: the provider's text arrives through the browser and must not appear on our page, so it is only logged. */
const REFUSALS = {
	refused: new ServiceError('forbidden', 'bad_oauth_callback', 'The sign-in was refused by the provider'),
	invalid: new ServiceError('invalid', 'bad_oauth_callback', 'The provider’s response is not valid'),
	unreachable: new ServiceError('upstream', 'unexpected_failure', 'The provider cannot be reached'),
} as const

export type ExternalAnswer = { flow: ExternalFlow; state: string; params: URLSearchParams }

async function fetchIdentity(ctx: ServiceContext, { flow, state, params }: ExternalAnswer) {
	const provider = await findProvider(ctx, flow.provider)
	if (!provider) throw new ServiceError('invalid', 'provider_disabled', 'Provider is not enabled')
	const sent = { state, codeVerifier: flow.code_verifier ?? '', nonce: flow.nonce ?? '', redirectUri: toRedirectUri(ctx) }
	try {
		return await ctx.oauth.redeemCallback(provider, { ...sent, params })
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.throttled('warn', 'sign-in provider response rejected', { provider: provider.name, reason: error.message })
		throw REFUSALS[error.reason]
	}
}

/**
 * Handles a provider's response. Calls the provider before it opens the transaction.
 * @param answer response whose flow was used up by `consumeFlowState`
 * @throws ServiceError bad_oauth_callback (403, 400), provider_disabled (400), unexpected_failure (502), and the errors of `chooseAccount`,
 * `linkIdentity` and `acceptInvitation`
 */
export async function finishExternalSignIn(ctx: ServiceContext, answer: ExternalAnswer): Promise<ExternalResult> {
	const { flow } = answer
	const finish = async () => {
		const { profile, tokens } = await fetchIdentity(ctx, answer)
		const identity = { provider: flow.provider, profile }
		return inTransaction(ctx.db, async (tx) => {
			const user =
				flow.linking_user_id !== null
					? await linkIdentity(ctx, tx, { userId: flow.linking_user_id, sessionId: flow.linking_session_id, ...identity })
					: flow.invited_user_id !== null
						? await acceptInvitation(ctx, tx, { userId: flow.invited_user_id, ...identity })
						: await chooseAccount(ctx, tx, identity)
			await recordAudit(ctx, tx, { action: 'external_sign_in', outcome: 'success', userId: user.id, detail: { provider: flow.provider } })
			const proof = { userId: user.id, method: 'oauth', provider: flow.provider, tokens, notAfter: null } as const
			return issueSessionOrAuthCode(ctx, tx, { flow, proof })
		})
	}
	return withFailureAudit(ctx, { action: 'external_sign_in', userId: flow.linking_user_id }, finish)
}
