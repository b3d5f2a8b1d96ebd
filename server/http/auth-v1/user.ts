import { type FactorResponse, type IdentityResponse, UpdateUserBody, type UserResponse } from '#contracts/auth.ts'
import { isPublishableKey, readBearer, requireSecondFactor } from '#server/http/access.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { PendingUser } from '#server/services/identity/accounts/create-user.ts'
import { type FactorSummary, type IdentityRow, requireTokenUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { LOGOUT_SCOPES, type LogoutScope, signOut } from '#server/services/identity/sessions/end-sessions.ts'
import { requireFreshProofForChange } from '#server/services/identity/sessions/fresh-proof.ts'
import { identifyBearer, type SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { reauthenticate } from '#server/services/identity/sign-in/resend-code.ts'
import { updateUser } from '#server/services/identity/sign-in/update-user.ts'

const TIMES = [
	'email_confirmed_at',
	'phone_confirmed_at',
	'invited_at',
	'confirmation_sent_at',
	'recovery_sent_at',
	'email_change_sent_at',
	'phone_change_sent_at',
	'reauthentication_sent_at',
	'last_sign_in_at',
	'banned_until',
	'deleted_at',
] as const

function earliest(...times: (Date | null)[]): Date | null {
	const known = times.filter((time) => time !== null).map((time) => time.getTime())
	return known.length > 0 ? new Date(Math.min(...known)) : null
}

function presentTimes(user: UserRecord): Partial<UserResponse> {
	const times: Partial<UserResponse> = {}
	for (const name of TIMES) {
		const time = user[name]
		if (time) times[name] = time.toISOString()
	}
	const confirmed = earliest(user.email_confirmed_at, user.phone_confirmed_at)
	if (confirmed) times.confirmed_at = confirmed.toISOString()
	return times
}

function presentIdentity(identity: IdentityRow): IdentityResponse {
	const data = identity.identity_data as Record<string, IdentityResponse['identity_data']>
	return {
		identity_id: identity.id,
		id: identity.provider_id,
		user_id: identity.user_id,
		identity_data: data,
		provider: identity.provider,
		...(identity.last_sign_in_at && { last_sign_in_at: identity.last_sign_in_at.toISOString() }),
		created_at: identity.created_at.toISOString(),
		updated_at: identity.updated_at.toISOString(),
		...(typeof data.email === 'string' && { email: data.email }),
	}
}

export const presentFactor = (factor: FactorSummary): FactorResponse => ({
	id: factor.id,
	...(factor.friendly_name && { friendly_name: factor.friendly_name }),
	factor_type: factor.factor_type,
	status: factor.status,
	phone: factor.phone,
	created_at: factor.created_at.toISOString(),
	updated_at: factor.updated_at.toISOString(),
	last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
})

/** Converts an account to the API's user object: without hashes or tokens, and with only the times that are set. */
export const presentUser = (user: UserRecord): UserResponse => ({
	id: user.id,
	aud: user.aud,
	role: user.role,
	email: user.email ?? '',
	phone: user.phone ?? '',
	...presentTimes(user),
	...(user.new_email && { new_email: user.new_email }),
	...(user.new_phone && { new_phone: user.new_phone }),
	app_metadata: user.raw_app_meta_data as UserResponse['app_metadata'],
	user_metadata: user.raw_user_meta_data as UserResponse['user_metadata'],
	identities: user.identities.map(presentIdentity),
	...(user.factors.length > 0 && { factors: user.factors.map(presentFactor) }),
	created_at: user.created_at.toISOString(),
	updated_at: user.updated_at.toISOString(),
	is_anonymous: user.is_anonymous,
})

/**
 * Returns a user object for a sign-up whose message is pending. Apart from ID and times, it's the same for every address, so that
 * it doesn't reveal whether an account exists.
 */
export function presentPendingUser(user: PendingUser): UserResponse {
	const at = user.at.toISOString()
	const { kind, value } = user.address
	return {
		id: user.id,
		aud: 'authenticated',
		role: '',
		email: kind === 'email' ? value : '',
		phone: kind === 'phone' ? value : '',
		confirmation_sent_at: at,
		app_metadata: { provider: kind, providers: [kind] },
		user_metadata: user.userMetadata as UserResponse['user_metadata'],
		identities: [],
		created_at: at,
		updated_at: at,
		is_anonymous: false,
	}
}

/**
 * @throws ServiceError no_authorization (401) without a token, bad_jwt (403) for a publishable key, which belongs to no user;
 * otherwise as `readActor`
 */
export async function requireSignedIn(c: HttpContext): Promise<SignedIn> {
	const token = readBearer(c)
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (isPublishableKey(token, c.req.header('apikey'))) throw new ServiceError('forbidden', 'bad_jwt', 'invalid claim: missing sub claim')
	const caller = await identifyBearer(c.var.ctx, token)
	requireSecondFactor(c, caller)
	return caller
}

/** Sends a code. This is a GET with side effects, as in GoTrue. Other sites' pages can't trigger it: it requires the bearer token. */
export const sendReauthenticationCode: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	// A HEAD request must not send a message.
	if (c.req.method !== 'HEAD') await reauthenticate(c.var.ctx, caller)
	return c.json({})
}

const isScope = (scope: string): scope is LogoutScope => (LOGOUT_SCOPES as readonly string[]).includes(scope)

export const postLogout: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const scope = c.req.query('scope') ?? 'global'
	if (!isScope(scope)) throw new ServiceError('invalid', 'validation_failed', `Unsupported logout scope "${scope.slice(0, 50)}"`)
	// A session opened by our own pages needs a fresh proof to end the account's other sessions.
	if (scope !== 'local') await requireFreshProofForChange(c.var.ctx, c.var.ctx.db, caller)
	await signOut(c.var.ctx, caller, scope)
	return c.body(null, 204)
}

export const getUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentUser(await requireTokenUser(c.var.ctx, caller.userId)))
}

export const putUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const input = await readJson(c, UpdateUserBody)
	return c.json(presentUser(await updateUser(c.var.ctx, caller, { ...input, redirectTo: c.req.query('redirect_to') ?? null })))
}
