import { mergeMetadataWithinLimit, findMetadataProblem, type Metadata } from '#domain/auth/user-metadata.ts'

import { type ExternalProfile, type ProviderConfig, ProviderError } from './port.ts'

type Claims = Record<string, unknown>

const MAX_CLAIM_LENGTH = 500
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

const textOf = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_LENGTH && value.isWellFormed() && !value.includes('\0')
		? value
		: null

/**
 * True if the email address is verified. Microsoft also returns unverified ones; `xms_edov` means that the domain's owner
 * verified the address.
 */
const isVerified = ({ name }: ProviderConfig, claims: Claims) =>
	name === 'azure' ? isTrue(claims.xms_edov) : isTrue(claims.email_verified)

function toTexts(known: Record<string, unknown>): Metadata {
	const texts = Object.entries(known).map(([name, value]): [string, string | null] => [name, textOf(value)])
	return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Drops claims that are too large to store, so that they don't block the sign-in. */
const withinLimit = (claims: Metadata) => mergeMetadataWithinLimit({}, claims)

type Identified = Pick<ExternalProfile, 'subject' | 'email' | 'isEmailVerified'>

const withTexts = (identified: Identified, texts: Record<string, unknown>): ExternalProfile => ({
	...identified,
	claims: withinLimit({
		...toTexts({ email: identified.email, ...texts }),
		sub: identified.subject,
		provider_id: identified.subject,
		email_verified: identified.isEmailVerified,
		phone_verified: false,
	}),
})

/** @param claims verified, with a `sub` */
export function profileFromClaims(provider: ProviderConfig, claims: Claims): ExternalProfile {
	const subject = String(claims.sub)
	const email = textOf(claims.email)?.toLowerCase() ?? null
	const isEmailVerified = email !== null && isVerified(provider, claims)
	const name = claims.name ?? ([claims.given_name, claims.family_name].filter(textOf).join(' ') || null)
	const { iss, preferred_username, picture } = claims
	return withTexts({ subject, email, isEmailVerified }, { iss, name, full_name: name, preferred_username, avatar_url: picture, picture })
}

/** Picks claims by name; none of them if they are too large together or can't be stored. */
function pickClaims(names: readonly string[], claims: Claims): Metadata {
	const kept = Object.fromEntries(names.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]])) as Metadata
	return findMetadataProblem(kept) === null ? kept : {}
}

/**
 * Returns the profile. Uses the configured claim names of a custom provider.
 * @throws ProviderError if a custom provider's claims don't identify the user
 */
export function toProfile(provider: ProviderConfig, claims: Claims): ExternalProfile {
	const { own } = provider
	if (!own) return profileFromClaims(provider, claims)
	const mapped = Object.entries(own.mapping).map(([attribute, claim]): [string, unknown] => [attribute, claims[claim]])
	const all: Claims = { ...claims, ...Object.fromEntries(mapped), ...(provider.kind === 'oauth2' && { iss: new URL(provider.url).origin }) }
	const subject = typeof all.sub === 'number' ? String(all.sub) : textOf(all.sub)
	if (subject === null) throw new ProviderError('invalid', 'the provider returned no user ID')
	const profile = profileFromClaims(provider, { ...all, sub: subject })
	const kept = pickClaims(own.keptClaims, claims)
	return {
		...profile,
		isEmailOptional: own.isEmailOptional,
		claims: withinLimit({ ...profile.claims, ...(Object.keys(kept).length > 0 && { custom_claims: kept }) }),
	}
}

type GithubEmail = { email?: unknown; primary?: unknown; verified?: unknown }

/** @param emails response of `/user/emails`: the primary address is used, with its own `verified` */
export function profileFromGithub({ url }: ProviderConfig, user: Claims, emails: readonly GithubEmail[]): ExternalProfile {
	const subject = String(user.id)
	const primary = emails.find((entry) => entry.primary === true)
	const email = textOf(primary?.email)?.toLowerCase() ?? null
	const isEmailVerified = email !== null && primary?.verified === true
	const { name, login, avatar_url } = user
	return withTexts(
		{ subject, email, isEmailVerified },
		{ iss: url, name, full_name: name, user_name: login, preferred_username: login, avatar_url },
	)
}
