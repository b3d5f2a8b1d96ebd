import type { SsoProviderBody } from '#contracts/auth-sso.ts'
import { type AttributeMapping, NAME_ID_FORMATS } from '#domain/auth/saml-claims.ts'
import { findMetadataProblem } from '#domain/auth/user-metadata.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'

import { fetchMetadata } from './node-saml.ts'
import { readMetadata } from './read-metadata.ts'
import { type IdentityProvider, SamlError } from './saml-types.ts'
import { parseDomain } from './sso-provider.ts'

/** Metadata of a provider. `url` is null if the operator sent the text. */
export type GivenMetadata = { xml: string; url: string | null; provider: IdentityProvider }

/** Settings for a provider. A null setting stays unchanged. */
export type SsoProviderInput = {
	metadata: GivenMetadata | null
	domains: string[] | null
	mapping: AttributeMapping | null
	/** Name ID format. A null `format` resets it to the default. */
	nameIdFormat: { format: string | null } | null
	disabled: boolean | null
	allowIdpInitiated: boolean | null
}

const FORMATS: readonly string[] = Object.values(NAME_ID_FORMATS)

async function fetchText(ctx: ServiceContext, url: string): Promise<string> {
	if (!URL.canParse(url)) throw validationFailed('metadata_url is not a valid URL')
	return fetchMetadata(ctx.fetchPublic, url).catch((error: unknown) => {
		if (!(error instanceof SamlError)) throw error
		ctx.log.warn('identity provider metadata not fetched', { reason: error.message })
		throw new ServiceError('invalid', 'saml_metadata_fetch_failed', `The metadata could not be fetched: ${error.message.slice(0, 200)}`)
	})
}

async function requireMetadata(
	ctx: ServiceContext,
	{ metadata_url: url, metadata_xml: text }: SsoProviderBody,
): Promise<GivenMetadata | null> {
	if (url && text) throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
	if (!url && !text) return null
	const xml = url ? await fetchText(ctx, url) : (text ?? '')
	if (xml.includes('\0') || !xml.isWellFormed()) throw validationFailed('The SAML metadata contains text that cannot be stored')
	const provider = await readMetadata(xml).catch((error: unknown) => {
		throw error instanceof SamlError ? validationFailed(`The SAML metadata cannot be used: ${error.message.slice(0, 200)}`) : error
	})
	if (provider.validUntil !== null && provider.validUntil.getTime() <= ctx.now().getTime())
		throw validationFailed('The SAML metadata cannot be used: it has expired')
	return { xml, url: url || null, provider }
}

function requireDomains(domains: readonly string[]): string[] {
	const read = domains.map((text) => {
		const domain = parseDomain(text)
		if (domain === null) throw validationFailed(`domains: ${text.slice(0, 100)} is not a domain`)
		return domain
	})
	return [...new Set(read)]
}

function requireNameIdFormat(format: string | null | undefined): SsoProviderInput['nameIdFormat'] {
	if (format === null || format === undefined) return null
	if (format !== '' && !FORMATS.includes(format))
		throw validationFailed(`name_id_format must be unspecified or one of ${FORMATS.join(', ')}`)
	return { format: format || null }
}

function requireMapping(mapping: SsoProviderBody['attribute_mapping']): AttributeMapping | null {
	if (!mapping) return null
	const problem = findMetadataProblem({ mapping: JSON.parse(JSON.stringify(mapping)) })
	if (problem !== null) throw validationFailed(`attribute_mapping: ${problem}`)
	return mapping
}

/**
 * Validates the settings of a provider. Fetches the metadata if a URL was sent.
 * @throws ServiceError validation_failed, saml_metadata_fetch_failed (400)
 */
export async function checkSsoProvider(ctx: ServiceContext, body: SsoProviderBody): Promise<SsoProviderInput> {
	if (body.type && body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
	return {
		domains: body.domains ? requireDomains(body.domains) : null,
		mapping: requireMapping(body.attribute_mapping),
		nameIdFormat: requireNameIdFormat(body.name_id_format),
		disabled: body.disabled ?? null,
		allowIdpInitiated: body.allow_idp_initiated ?? null,
		metadata: await requireMetadata(ctx, body),
	}
}
