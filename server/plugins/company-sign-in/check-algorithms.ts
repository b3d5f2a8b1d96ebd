import type { XmlElement } from './read-xml.ts'
import { SamlError } from './saml-types.ts'

const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'

/** Signature algorithms without SHA-1 and MD5, which have collisions: signed content could be replaced. */
const SIGNING = /^http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#rsa-sha(256|384|512)|2007\/05\/xmldsig-more#sha256-rsa-MGF1)$/
const DIGESTS = /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha(256|512)|xmldsig-more#sha384)$/
/** Encryption algorithms without PKCS#1 v1.5 and 3DES, whose error responses can leak the plaintext. */
const ENCRYPTING = /^http:\/\/www\.w3\.org\/(2001\/04\/xmlenc#(aes(128|256)-cbc|rsa-oaep-mgf1p)|2009\/xmlenc11#aes(128|256)-gcm)$/

function require(element: XmlElement, allowed: RegExp): void {
	const algorithm = element.attributes.Algorithm ?? ''
	if (!allowed.test(algorithm))
		throw new SamlError('invalid', `the algorithm ${algorithm.slice(0, 100)} of ${element.name} is not accepted`)
}

/**
 * Refuses outdated signature and encryption algorithms that the libraries still accept.
 * @param isSigned true inside a signature; elsewhere a digest may be SHA-1, such as that of OAEP padding
 * @throws SamlError invalid
 */
export function requireKnownAlgorithms(element: XmlElement, isSigned = false): void {
	const inSignature = isSigned || (element.uri === SIGNATURE && element.name === 'Signature')
	if (element.uri === SIGNATURE && element.name === 'SignatureMethod') require(element, SIGNING)
	if (element.uri === SIGNATURE && element.name === 'DigestMethod' && inSignature) require(element, DIGESTS)
	if (element.uri === ENCRYPTION && element.name === 'EncryptionMethod') require(element, ENCRYPTING)
	for (const child of element.children) requireKnownAlgorithms(child, inSignature)
}
