import type { SAML } from '@node-saml/node-saml'

import type { SamlAnswer } from '#domain/auth/saml-answer.ts'
import type { GuardedFetch } from '#server/adapters/network/port.ts'

import { requireKnownAlgorithms } from './check-algorithms.ts'
import { makeServiceCertificate } from './describe-service.ts'
import { readAssertion, readClaimedIssuer, readEnvelope } from './read-assertion.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { type IdentityProvider, invalid, SamlError, type SamlRequest, type ServiceProvider } from './saml-types.ts'

/** Maximum length in base64 characters. Real responses have about ten thousand. */
const MAX_RESPONSE = 256 * 1024

const orInvalid = async <T>(work: () => Promise<T>): Promise<T> => {
	try {
		return await work()
	} catch (error) {
		throw error instanceof SamlError ? error : invalid(error instanceof Error ? error.message : 'unknown')
	}
}

/**
 * Refuses comments, CDATA sections, document types and processing instructions: they have no place in a response, and each has
 * been used to confuse a SAML parser.
 * @throws SamlError invalid
 */
function requirePlainXml(text: string): string {
	if (/<[!?]/.test(text.replace(/^\s*<\?xml\s[^>]*>/, '')))
		throw invalid('instructions, comments, sections and document types are not accepted')
	return text
}

function decodeResponse(response: string): string {
	// Spaces are removed first: a regular expression that allowed them in two places would backtrack.
	const letters = response.length > MAX_RESPONSE ? '' : response.replaceAll(/\s/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw invalid('not base64, or too long')
	return requirePlainXml(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64')))
}

/** Creates the library's client, which verifies signatures, decrypts, and signs requests. Loaded with the first sign-in. */
async function createSaml(service: ServiceProvider, provider: IdentityProvider, request: SamlRequest | null): Promise<SAML> {
	const { SAML: Saml } = await import('@node-saml/node-saml')
	return new Saml({
		issuer: service.entityId,
		audience: service.entityId,
		callbackUrl: service.acsUrl,
		entryPoint: provider.signInUrl,
		idpCert: [...provider.certificates],
		wantAssertionsSigned: true,
		wantAuthnResponseSigned: false,
		privateKey: service.privateKey,
		publicCert: makeServiceCertificate(service),
		signatureAlgorithm: 'sha256',
		digestAlgorithm: 'sha256',
		disableRequestedAuthnContext: true,
		// Disables the library's check of the times; domain/auth/check-assertion.ts checks them with our clock.
		acceptedClockSkewMs: -1,
		...(service.decrypts && { decryptionPvk: service.privateKey }),
		...(request && { generateUniqueId: () => request.id, identifierFormat: request.nameIdFormat }),
	})
}

const countOf = (element: XmlElement, name: string): number =>
	element.children.reduce((sum, child) => sum + countOf(child, name), element.name === name ? 1 : 0)

/**
 * Decrypts an assertion to check the algorithms of the signature inside it. Requires exactly one: with two, the checked one might
 * not be the one that the library accepts.
 */
async function openEncrypted(service: ServiceProvider, { root, xml }: { root: XmlElement; xml: string }): Promise<XmlElement> {
	if (countOf(root, 'EncryptedData') !== 1) throw invalid('there must be one encrypted assertion')
	const { decrypt } = await import('xml-encryption')
	const [data = ''] = /<(?:[\w.-]+:)?EncryptedData[\s>][\s\S]*<\/(?:[\w.-]+:)?EncryptedData\s*>/.exec(xml) ?? []
	const text = await new Promise<string>((resolve, reject) => {
		decrypt(data, { key: service.privateKey }, (error, result) => {
			if (error) reject(error)
			else resolve(String(result))
		})
	})
	return readXml(requirePlainXml(text))
}

async function readSigned(service: ServiceProvider, provider: IdentityProvider, response: string): Promise<SamlAnswer> {
	const xml = decodeResponse(response)
	const root = await readXml(xml)
	const envelope = readEnvelope(root)
	requireKnownAlgorithms(root)
	if (root.children.some(({ name }) => name === 'EncryptedAssertion')) {
		if (!service.decrypts) throw invalid('encrypted assertions are not accepted')
		requireKnownAlgorithms(await openEncrypted(service, { root, xml }))
	}
	const saml = await createSaml(service, provider, null)
	const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
	const signed = profile?.getAssertionXml?.()
	if (!signed) throw invalid('no assertion')
	return { envelope, assertion: readAssertion(await readXml(signed)) }
}

/**
 * Fetches metadata from a URL configured by the operator.
 * @throws SamlError
 */
export async function fetchMetadata(fetch: GuardedFetch, url: string): Promise<string> {
	try {
		const answer = await fetch(url, { headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' } })
		if (answer.status !== 200) throw new Error(`status ${answer.status}`)
		return await answer.text()
	} catch (error) {
		throw new SamlError('unreachable', error instanceof Error ? error.message : 'unknown')
	}
}

/**
 * Returns the URL to which to redirect the browser; it contains the signed request.
 * @throws SamlError
 */
export async function makeRequestUrl(service: ServiceProvider, provider: IdentityProvider, request: SamlRequest): Promise<string> {
	const saml = await createSaml(service, provider, request)
	return saml.getAuthorizeUrlAsync(request.relayState, undefined, {})
}

/**
 * Returns the claimed issuer of a response. It is unverified: use it only to choose the keys for verification.
 * @throws SamlError
 */
export const peekIssuer = (response: string): Promise<string | null> =>
	orInvalid(async () => readClaimedIssuer(await readXml(decodeResponse(response))))

/**
 * Verifies the signature and decrypts. Doesn't check the assertion's times, audience and destination.
 * @param response base64, as posted
 * @throws SamlError
 */
export const readResponse = (service: ServiceProvider, provider: IdentityProvider, response: string): Promise<SamlAnswer> =>
	orInvalid(() => readSigned(service, provider, response))
