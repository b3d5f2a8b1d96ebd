import { X509Certificate } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'

import { fetchMetadata } from './node-saml.ts'
import { type IdentityProvider, invalidSaml, findChildElements, readXml, SamlError, type XmlElement } from './saml-types.ts'
import type { SsoProvider } from './sso-provider.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MAX_NAME = 1024
const MAX_CERTIFICATES = 10

/** @throws SamlError for a key that our signature check can't use or must not trust */
function checkCertificate(base64: string): string {
	const text = base64.replace(/\s+/g, '')
	if (!/^[A-Za-z0-9+/]+=*$/.test(text)) throw invalidSaml('a certificate is not base64')
	let key
	try {
		key = new X509Certificate(Buffer.from(text, 'base64')).publicKey
	} catch {
		throw invalidSaml('a certificate cannot be read')
	}
	if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
		throw invalidSaml('signing certificates must have RSA keys of at least 2048 bits')
	return text
}

function readCertificates(descriptor: XmlElement): IdentityProvider['certificates'] {
	const texts = findChildElements(descriptor, METADATA, 'KeyDescriptor')
		.filter(({ attributes }) => (attributes.use ?? 'signing') === 'signing')
		.flatMap((key) => findChildElements(key, SIGNATURE, 'KeyInfo'))
		.flatMap((info) => findChildElements(info, SIGNATURE, 'X509Data'))
		.flatMap((data) => findChildElements(data, SIGNATURE, 'X509Certificate'))
		.map(({ text }) => checkCertificate(text))
	const [first, ...others] = new Set(texts)
	if (first === undefined) throw invalidSaml('no certificate for signing')
	if (others.length >= MAX_CERTIFICATES) throw invalidSaml(`more than ${MAX_CERTIFICATES} certificates`)
	return [first, ...others]
}

function readSignInUrl(descriptor: XmlElement): string {
	const service = findChildElements(descriptor, METADATA, 'SingleSignOnService').find(({ attributes }) => attributes.Binding === REDIRECT)
	const url = URL.parse(service?.attributes.Location ?? '')
	if (!url || !/^https?:$/.test(url.protocol)) throw invalidSaml('no sign-in address for the binding HTTP-Redirect')
	return url.toString()
}

function readEnd(...elements: XmlElement[]): Date | null {
	const ends = elements.map(({ attributes }) => Date.parse(attributes.validUntil ?? '')).filter((time) => !Number.isNaN(time))
	return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

/**
 * Parses metadata of one entity with one IDPSSODescriptor (SAML metadata, section 2.4.3). The signature isn't verified, because
 * the operator vouches for the source.
 * @throws SamlError invalid
 */
export async function readMetadata(xml: string): Promise<IdentityProvider> {
	const root = await readXml(xml)
	if (root.uri !== METADATA || root.name !== 'EntityDescriptor') throw invalidSaml('the root is not an EntityDescriptor')
	const entityId = root.attributes.entityID?.trim() ?? ''
	if (entityId === '' || entityId.length > MAX_NAME) throw invalidSaml('no EntityID, or one that is too long')
	const [descriptor, ...others] = findChildElements(root, METADATA, 'IDPSSODescriptor')
	if (!descriptor || others.length > 0) throw invalidSaml('there must be one IDPSSODescriptor')
	if (!descriptor.attributes.protocolSupportEnumeration?.split(/\s+/).includes(PROTOCOL)) throw invalidSaml('SAML 2.0 is not supported')
	return {
		entityId,
		signInUrl: readSignInUrl(descriptor),
		certificates: readCertificates(descriptor),
		validUntil: readEnd(root, descriptor),
	}
}

const HOUR_MS = 3_600_000
/** Maximum age of metadata that was fetched from a URL. */
const DAY_MS = 24 * HOUR_MS

async function fetchNewer(ctx: ServiceContext, provider: SsoProvider & { metadata_url: string }): Promise<IdentityProvider | null> {
	const now = ctx.now().getTime()
	// Schedule the next attempt in an hour before fetching, so that an unreachable server isn't tried at every sign-in.
	const { numUpdatedRows } = await ctx.db
		.updateTable('auth.sso_providers')
		.set({ metadata_checked_at: new Date(now - DAY_MS + HOUR_MS) })
		.where('id', '=', provider.id)
		.where('metadata_checked_at', '<', new Date(now - DAY_MS))
		.executeTakeFirst()
	if (numUpdatedRows === 0n) return null
	try {
		const xml = await fetchMetadata(ctx.fetchPublic, provider.metadata_url)
		const metadata = await readMetadata(xml)
		if (metadata.entityId !== provider.entity_id) throw new SamlError('invalid', 'the metadata belongs to another entity')
		await ctx.db
			.updateTable('auth.sso_providers')
			.set({ metadata_xml: xml, metadata_checked_at: ctx.now() })
			.where('id', '=', provider.id)
			.execute()
		return metadata
	} catch (error) {
		if (!(error instanceof SamlError)) throw error
		ctx.log.warn('identity provider metadata not refreshed', { provider: provider.id, reason: error.message })
		return null
	}
}

/**
 * Returns the provider's metadata. If it has a URL, the metadata is at most a day old, because providers rotate their keys. If fetching
 * fails, the previous metadata is kept.
 */
export async function readFreshMetadata(ctx: ServiceContext, provider: SsoProvider): Promise<IdentityProvider> {
	const known = await readMetadata(provider.metadata_xml)
	const now = ctx.now().getTime()
	const { metadata_url: url, metadata_checked_at: checkedAt } = provider
	if (url !== null && now - checkedAt.getTime() > DAY_MS) return (await fetchNewer(ctx, { ...provider, metadata_url: url })) ?? known
	if (known.validUntil !== null && known.validUntil.getTime() <= now)
		ctx.log.throttled('warn', 'identity provider metadata has expired', { provider: provider.id })
	return known
}
