import type { SAML } from '@node-saml/node-saml'

import type { SamlAnswer } from '#domain/auth/saml-answer.ts'
import type { GuardedFetch } from '#server/adapters/network/port.ts'

import { requireKnownAlgorithms } from './check-algorithms.ts'
import { makeServiceCertificate } from './describe-service.ts'
import { readAssertion, readClaimedIssuer, readEnvelope } from './read-assertion.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { type IdentityProvider, invalid, SamlError, type SamlRequest, type ServiceProvider } from './saml-types.ts'

/** Characters of base64. Real responses have about ten thousand. */
const MAX_RESPONSE = 256 * 1024

const orInvalid = async <T>(work: () => Promise<T>): Promise<T> => {
	try {
		return await work()
	} catch (error) {
		throw error instanceof SamlError ? error : invalid(error instanceof Error ? error.message : 'unknown')
	}
}

/**
 * Comments, CDATA sections, document types and instructions do not belong in a response; each has deceived a parser before.
 * @throws SamlError invalid
 */
function requirePlainXml(text: string): string {
	if (/<[!?]/.test(text.replace(/^\s*<\?xml\s[^>]*>/, '')))
		throw invalid('instructions, comments, sections and document types are not accepted')
	return text
}

function decodeResponse(response: string): string {
	// Spaces are removed first: a pattern that allows them in two places would try every way to split them.
	const letters = response.length > MAX_RESPONSE ? '' : response.replaceAll(/\s/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw invalid('not base64, or too long')
	return requirePlainXml(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64')))
}

/** The library checks signatures, decrypts and signs requests; loaded with the first sign-in. */
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
		// Our own clock checks the times (domain/auth/check-assertion.ts).
		acceptedClockSkewMs: -1,
		...(service.decrypts && { decryptionPvk: service.privateKey }),
		...(request && { generateUniqueId: () => request.id, identifierFormat: request.nameIdFormat }),
	})
}

const countOf = (element: XmlElement, name: string): number =>
	element.children.reduce((sum, child) => sum + countOf(child, name), element.name === name ? 1 : 0)

/**
 * The signature of an encrypted assertion is inside: its algorithms are checked as well. With two assertions in the response,
 * the checked one need not be the accepted one.
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

/** The text at an address that the operator named. @throws SamlError */
export async function fetchMetadata(fetch: GuardedFetch, url: string): Promise<string> {
	try {
		const answer = await fetch(url, { headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' } })
		if (answer.status !== 200) throw new Error(`status ${answer.status}`)
		return await answer.text()
	} catch (error) {
		throw new SamlError('unreachable', error instanceof Error ? error.message : 'unknown')
	}
}

/** Redirect for the browser: the signed request is in the address. @throws SamlError */
export async function makeRequestUrl(service: ServiceProvider, provider: IdentityProvider, request: SamlRequest): Promise<string> {
	const saml = await createSaml(service, provider, request)
	return saml.getAuthorizeUrlAsync(request.relayState, undefined, {})
}

/** The claimed sender of an answer. Nothing is checked: use it only to choose the keys for the check. @throws SamlError */
export const peekIssuer = (response: string): Promise<string | null> =>
	orInvalid(async () => readClaimedIssuer(await readXml(decodeResponse(response))))

/**
 * Checks the signature and decrypts; the assertion's times, audience and addresses are not checked here.
 * @param response base64, as posted
 * @throws SamlError
 */
export const readResponse = (service: ServiceProvider, provider: IdentityProvider, response: string): Promise<SamlAnswer> =>
	orInvalid(() => readSigned(service, provider, response))
