import type { SamlAssertion, SamlAttribute } from './saml-answer.ts'
import type { Metadata, MetadataValue } from './user-metadata.ts'

export type AttributeRule = {
	name?: string | undefined
	names?: readonly string[] | undefined
	default?: MetadataValue | undefined
	/** True if the claim gets all values, as a list, instead of only the first one. */
	array?: boolean | undefined
}
export type AttributeMapping = { keys?: Readonly<Record<string, AttributeRule>> | undefined }

export const NAME_ID_FORMATS = {
	persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
	transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
	emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
	unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
/** Attributes that most providers use for the email: LDAP's OID, Microsoft's, and plain names. */
const EMAIL_NAMES = [
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'Mail',
	'email',
	'Email',
]

const valuesOf = (attributes: readonly SamlAttribute[], name: string): string[] =>
	attributes
		.filter((attribute) => attribute.name === name || attribute.friendlyName === name)
		.flatMap(({ values }) => values)
		.filter((value) => value !== '')

const firstOf = (attributes: readonly SamlAttribute[], names: readonly string[]): string | null =>
	names.flatMap((name) => valuesOf(attributes, name))[0] ?? null

/**
 * Returns the provider's permanent ID of the user: the subject-id, otherwise the NameID, in lower case if it is an email. Null if there is
 * neither, or only a transient NameID.
 */
export function chooseSamlSubject({ attributes, nameId, nameIdFormat }: SamlAssertion): string | null {
	const subjectId = firstOf(attributes, [SUBJECT_ID])
	if (subjectId !== null || nameId === null) return subjectId
	if (nameIdFormat === NAME_ID_FORMATS.transient) return null
	return nameIdFormat === NAME_ID_FORMATS.emailAddress ? nameId.toLowerCase() : nameId
}

function readRule(attributes: readonly SamlAttribute[], rule: AttributeRule): MetadataValue | undefined {
	const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]
	const values = names.map((name) => valuesOf(attributes, name)).find((found) => found.length > 0)
	if (!values) return rule.default
	return rule.array ? values : values[0]
}

export const mapAttributes = ({ attributes }: SamlAssertion, { keys = {} }: AttributeMapping): Metadata =>
	Object.fromEntries(
		Object.entries(keys)
			.map(([key, rule]): [string, MetadataValue | undefined] => [key, readRule(attributes, rule)])
			.filter((entry): entry is [string, MetadataValue] => entry[1] !== undefined && entry[0] !== '__proto__'),
	)

/** Returns the email: from the mapped attribute, otherwise from a common one, otherwise the NameID if it is an email. */
export function chooseEmail({ attributes, nameId, nameIdFormat }: SamlAssertion, mapped: Metadata): string | null {
	if (typeof mapped.email === 'string' && mapped.email !== '') return mapped.email
	return firstOf(attributes, EMAIL_NAMES) ?? (nameIdFormat === NAME_ID_FORMATS.emailAddress ? nameId : null)
}

/** Claims that have a standard name in user metadata. Other mapped claims go into `custom_claims`. */
const KNOWN_CLAIMS = new Set([
	'name',
	'full_name',
	'given_name',
	'family_name',
	'middle_name',
	'nickname',
	'preferred_username',
	'user_name',
	'profile',
	'picture',
	'avatar_url',
	'website',
	'gender',
	'birthdate',
	'zoneinfo',
	'locale',
])
/** Claims that we always set, regardless of the mapping. */
const RESERVED = new Set(['iss', 'sub', 'email', 'email_verified', 'phone', 'phone_verified', 'provider_id', 'custom_claims'])

/** Returns identity data in GoTrue's format. */
export function describeSsoIdentity(
	mapped: Metadata,
	{ issuer, subject, email, isEmailVerified }: { issuer: string; subject: string; email: string; isEmailVerified: boolean },
): Metadata {
	const entries = Object.entries(mapped).filter(([key]) => !RESERVED.has(key))
	const custom = entries.filter(([key]) => !KNOWN_CLAIMS.has(key))
	const name = mapped.name ?? mapped.full_name
	return {
		...Object.fromEntries(entries.filter(([key]) => KNOWN_CLAIMS.has(key))),
		...(typeof name === 'string' && { name, full_name: mapped.full_name ?? name }),
		...(custom.length > 0 && { custom_claims: Object.fromEntries(custom) }),
		iss: issuer,
		sub: subject,
		provider_id: subject,
		email,
		email_verified: isEmailVerified,
		phone_verified: false,
	}
}

/** True if an email belongs to one of these domains; subdomains don't count. */
export const isInDomains = (email: string, domains: readonly string[]) => domains.some((domain) => email.endsWith(`@${domain}`))
