import type { SAML } from '@node-saml/node-saml'

import type { SamlAnswer } from '#domain/auth/saml-answer.ts'
import type { GuardedFetch } from '#server/adapters/network/port.ts'

import { makeServiceCertificate } from './build-saml-metadata.ts'
import { readAssertion, readClaimedIssuer, readEnvelope } from './read-assertion.ts'
import {
	type IdentityProvider,
	invalidSaml,
	readXml,
	SamlError,
	type SamlRequest,
	type ServiceProvider,
	type XmlElement,
} from './saml-types.ts'

const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'

/** Signature algorithms without SHA-1 and MD5, which have collisions: signed content could be replaced. */
const SIGNING = /^http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#rsa-sha(256|384|512)|2007\/05\/xmldsig-more#sha256-rsa-MGF1)$/
const DIGESTS = /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha(256|512)|xmldsig-more#sha384)$/
/** Encryption algorithms without PKCS#1 v1.5 and 3DES, whose error responses can leak the plaintext. */
const ENCRYPTING = /^http:\/\/www\.w3\.org\/(2001\/04\/xmlenc#(aes(128|256)-cbc|rsa-oaep-mgf1p)|2009\/xmlenc11#aes(128|256)-gcm)$/

function requireAlgorithm(element: XmlElement, allowed: RegExp): void {
	const algorithm = element.attributes.Algorithm ?? ''
	if (!allowed.test(algorithm))
		throw new SamlError('invalid', `the algorithm ${algorithm.slice(0, 100)} of ${element.name} is not accepted`)
}

/**
 * Rejects outdated algorithms, which the libraries still accept.
 * @param isSigned true inside a signature; elsewhere a digest may be SHA-1, such as that of OAEP padding
 * @throws SamlError invalid
 */
function requireKnownAlgorithms(element: XmlElement, isSigned = false): void {
	const inSignature = isSigned || (element.uri === SIGNATURE && element.name === 'Signature')
	if (element.uri === SIGNATURE && element.name === 'SignatureMethod') requireAlgorithm(element, SIGNING)
	if (element.uri === SIGNATURE && element.name === 'DigestMethod' && inSignature) requireAlgorithm(element, DIGESTS)
	if (element.uri === ENCRYPTION && element.name === 'EncryptionMethod') requireAlgorithm(element, ENCRYPTING)
	for (const child of element.children) requireKnownAlgorithms(child, inSignature)
}

/** Maximum length in base64 characters. Real responses have about ten thousand. */
const MAX_RESPONSE = 256 * 1024

const orInvalid = async <T>(work: () => Promise<T>): Promise<T> => {
	try {
		return await work()
	} catch (error) {
		throw error instanceof SamlError ? error : invalidSaml(error instanceof Error ? error.message : 'unknown')
	}
}

/**
 * Refuses comments, CDATA sections, document types and processing instructions, all of which have been used to confuse SAML parsers.
 * @throws SamlError invalid
 */
function requirePlainXml(text: string): string {
	if (/<[!?]/.test(text.replace(/^\s*<\?xml\s[^>]*>/, '')))
		throw invalidSaml('instructions, comments, sections and document types are not accepted')
	return text
}

function decodeResponse(response: string): string {
	// Remove spaces first: a regular expression that allowed them in two places would be slow, because of backtracking.
	const base64 = response.length > MAX_RESPONSE ? '' : response.replaceAll(/\s/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalidSaml('not base64, or too long')
	return requirePlainXml(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')))
}

/** Creates the SAML client. The library is loaded with the first sign-in. */
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
		// The library's time checks are off: domain/auth/check-assertion.ts checks them with our clock.
		acceptedClockSkewMs: -1,
		...(service.decrypts && { decryptionPvk: service.privateKey }),
		...(request && { generateUniqueId: () => request.id, identifierFormat: request.nameIdFormat }),
	})
}

const countOf = (element: XmlElement, name: string): number =>
	element.children.reduce((sum, child) => sum + countOf(child, name), element.name === name ? 1 : 0)

/**
 * Decrypts an assertion, to check the algorithms of the signature inside it. Requires exactly one assertion: of two, the library might
 * accept the one that wasn't checked.
 */
async function openEncrypted(service: ServiceProvider, { root, xml }: { root: XmlElement; xml: string }): Promise<XmlElement> {
	if (countOf(root, 'EncryptedData') !== 1) throw invalidSaml('there must be one encrypted assertion')
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
		if (!service.decrypts) throw invalidSaml('encrypted assertions are not accepted')
		requireKnownAlgorithms(await openEncrypted(service, { root, xml }))
	}
	const saml = await createSaml(service, provider, null)
	const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
	const signed = profile?.getAssertionXml?.()
	if (!signed) throw invalidSaml('no assertion')
	return { envelope, assertion: readAssertion(await readXml(signed)) }
}

/** @throws SamlError */
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
 * Returns the provider's URL, which contains the signed request.
 * @throws SamlError
 */
export async function makeRequestUrl(service: ServiceProvider, provider: IdentityProvider, request: SamlRequest): Promise<string> {
	const saml = await createSaml(service, provider, request)
	return saml.getAuthorizeUrlAsync(request.relayState, undefined, {})
}

/**
 * Reads the issuer of an unverified response: use it only to choose the keys for verification.
 * @throws SamlError
 */
export const peekIssuer = (response: string): Promise<string | null> =>
	orInvalid(async () => readClaimedIssuer(await readXml(decodeResponse(response))))

/**
 * Verifies a response, but not the assertion's times, audience and destination.
 * @param response base64, as posted
 * @throws SamlError
 */
export const verifySamlResponse = (service: ServiceProvider, provider: IdentityProvider, response: string): Promise<SamlAnswer> =>
	orInvalid(() => readSigned(service, provider, response))
