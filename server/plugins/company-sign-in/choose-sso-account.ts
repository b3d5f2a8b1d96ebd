import { randomUUID } from 'node:crypto'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { SamlAssertion } from '#domain/auth/saml-answer.ts'
import { chooseEmail, chooseSamlSubject, describeSsoIdentity, isInDomains, mapAttributes } from '#domain/auth/saml-claims.ts'
import { mergeMetadataWithinLimit, findMetadataProblem, MAX_STORED_METADATA_BYTES, type Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireNotBanned, requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { addIdentity, findIdentityOwner, lockIdentity } from '#server/services/identity/identities/choose-account.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { toMapping, toProviderName, type SsoProvider } from './sso-provider.ts'

const MAX_SUBJECT = 1000

export type SsoPerson = {
	subject: string
	/** Email address in lower case. Null if it isn't in the provider's domains, because the provider can't vouch for it. */
	email: string | null
	claims: Metadata
}

/**
 * Reads the person of an assertion. Only an address in the provider's domains is used (docs/adr/0328).
 * @throws ServiceError saml_assertion_no_user_id, saml_assertion_no_email, validation_failed (400)
 */
export function readPerson(provider: SsoProvider, assertion: SamlAssertion): SsoPerson {
	const subject = chooseSamlSubject(assertion)
	if (subject === null || subject.length > MAX_SUBJECT)
		throw new ServiceError('invalid', 'saml_assertion_no_user_id', 'The SAML assertion has no stable identifier of a person')
	const mapped = mapAttributes(assertion, toMapping(provider))
	const email = parseEmailAddress(chooseEmail(assertion, mapped) ?? '')
	if (email === null) throw new ServiceError('invalid', 'saml_assertion_no_email', 'The SAML assertion does not contain an email address')
	const isInProviderDomains = isInDomains(email, provider.domains)
	const described = describeSsoIdentity(mapped, { issuer: provider.entity_id, subject, email, isEmailVerified: isInProviderDomains })
	const claims = mergeMetadataWithinLimit({}, described)
	const problem = findMetadataProblem(claims, MAX_STORED_METADATA_BYTES)
	if (problem !== null)
		throw new ServiceError('invalid', 'validation_failed', `The attributes of the SAML assertion cannot be kept: ${problem}`)
	return { subject, email: isInProviderDomains ? email : null, claims }
}

async function create(ctx: ServiceContext, tx: Tx, { email, claims }: SsoPerson): Promise<string> {
	if (ctx.config.auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	const now = ctx.now()
	const id = randomUUID()
	await tx
		.insertInto('auth.users')
		.values({
			id,
			email,
			email_confirmed_at: email && now,
			is_sso_user: true,
			raw_user_meta_data: JSON.stringify(claims),
			created_at: now,
			updated_at: now,
		})
		.execute()
	await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: id, detail: { by: 'sso' } })
	return id
}

/** Updates the account from the assertion. The provider controls the address and may also remove it. */
async function updateAccount(
	ctx: ServiceContext,
	tx: Tx,
	{ owner, provider, person }: { owner: string; provider: string; person: SsoPerson },
) {
	const { subject, email, claims } = person
	await tx
		.updateTable('auth.users')
		.set({ email, email_confirmed_at: email && ctx.now(), updated_at: ctx.now() })
		.where('id', '=', owner)
		.where('email', 'is distinct from', email)
		.execute()
	await tx
		.updateTable('auth.identities')
		.set({ identity_data: JSON.stringify(claims), updated_at: ctx.now() })
		.where('provider', '=', provider)
		.where('provider_id', '=', subject)
		.execute()
}

/**
 * Finds or creates the account of a person. Never links to an existing account with the same address, no matter which provider
 * asserts it.
 * @throws ServiceError user_banned (403), signup_disabled (422)
 */
export async function chooseSsoAccount(
	ctx: ServiceContext,
	tx: Tx,
	{ provider, person }: { provider: SsoProvider; person: SsoPerson },
): Promise<UserRecord> {
	const { subject, email, claims } = person
	const name = toProviderName(provider)
	const identity = { provider: name, profile: { subject, email, isEmailVerified: email !== null, claims } }
	await lockIdentity(tx, identity)
	const owner = await findIdentityOwner(tx, identity)
	if (owner !== null) await updateAccount(ctx, tx, { owner, provider: name, person })
	const userId = owner ?? (await create(ctx, tx, person))
	if (owner === null) await addIdentity(ctx, tx, { userId, ...identity })
	const user = await requireUser(tx, userId)
	requireNotBanned(user, ctx.now())
	return user
}
