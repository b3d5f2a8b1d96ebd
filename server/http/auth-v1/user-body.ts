import type { FactorBody, IdentityBody, UserBody } from '#contracts/auth.ts'
import type { PendingUser } from '#server/services/identity/accounts/create-user.ts'
import type { FactorSummary, IdentityRow, UserRecord } from '#server/services/identity/accounts/user-record.ts'

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

function presentTimes(user: UserRecord): Partial<UserBody> {
	const times: Partial<UserBody> = {}
	for (const name of TIMES) {
		const time = user[name]
		if (time) times[name] = time.toISOString()
	}
	const confirmed = earliest(user.email_confirmed_at, user.phone_confirmed_at)
	if (confirmed) times.confirmed_at = confirmed.toISOString()
	return times
}

function presentIdentity(identity: IdentityRow): IdentityBody {
	const data = identity.identity_data as Record<string, IdentityBody['identity_data']>
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

export const presentFactor = (factor: FactorSummary): FactorBody => ({
	id: factor.id,
	...(factor.friendly_name && { friendly_name: factor.friendly_name }),
	factor_type: factor.factor_type,
	status: factor.status,
	phone: factor.phone,
	created_at: factor.created_at.toISOString(),
	updated_at: factor.updated_at.toISOString(),
	last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
})

/** Converts an account to the API's user object: without hashes and tokens, and with only those times that are set. */
export const presentUser = (user: UserRecord): UserBody => ({
	id: user.id,
	aud: user.aud,
	role: user.role,
	email: user.email ?? '',
	phone: user.phone ?? '',
	...presentTimes(user),
	...(user.new_email && { new_email: user.new_email }),
	...(user.new_phone && { new_phone: user.new_phone }),
	app_metadata: user.raw_app_meta_data as UserBody['app_metadata'],
	user_metadata: user.raw_user_meta_data as UserBody['user_metadata'],
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
export function presentPendingUser(user: PendingUser): UserBody {
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
		user_metadata: user.userMetadata as UserBody['user_metadata'],
		identities: [],
		created_at: at,
		updated_at: at,
		is_anonymous: false,
	}
}
