import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

import { escapeMarkup } from '#domain/markup/escape-markup.ts'

import type { ServiceProvider } from './saml-types.ts'

/** Encodes a value in DER (X.690): type, length, content. */
function encode(type: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts)
	if (content.length < 128) return Buffer.concat([Buffer.from([type, content.length]), content])
	const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex')
	return Buffer.concat([Buffer.from([type, 0x80 | length.length]), length, content])
}

const sequence = (...parts: readonly Buffer[]) => encode(0x30, ...parts)
const integer = (value: number) => encode(0x02, Buffer.from([value]))
const objectId = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => encode(0x18, Buffer.from(text, 'ascii'))

const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), encode(0x05))
const COMMON_NAME = objectId('550403')
const VERSION_3 = encode(0xa0, integer(2))
/** Validity of two centuries. Providers ignore the dates, because the certificate only carries the key. */
const ALWAYS = sequence(time('20200101000000Z'), time('22200101000000Z'))

const nameOf = (text: string) => sequence(encode(0x31, sequence(COMMON_NAME, encode(0x0c, Buffer.from(text, 'utf8')))))

/**
 * Creates a certificate that depends only on key and host, so that every start creates the same one: after a change, no provider would work
 * until it reads our metadata again.
 * @param privateKey RSA key in PEM
 * @param host becomes the certificate's common name
 * @returns self-signed X.509 (SHA-256) in base64 without PEM's header and footer
 */
export function makeCertificate(privateKey: string, host: string): string {
	const key = createPrivateKey(privateKey)
	const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
	const name = nameOf(`SAML at ${host}`.slice(0, 64))
	const body = sequence(VERSION_3, integer(1), SHA256_WITH_RSA, name, ALWAYS, name, publicKey)
	const signature = encode(0x03, Buffer.from([0]), sign('sha256', body, key))
	return sequence(body, SHA256_WITH_RSA, signature).toString('base64')
}

const NAME_FORMATS = ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']
/** Encryption algorithms that the library can decrypt and that reveal nothing but the length of the text. */
const ENCRYPTIONS = ['aes256-gcm', 'aes128-gcm'].map((name) => `http://www.w3.org/2009/xmlenc11#${name}`)

/**
 * Creates our certificate. It's self-signed: providers trust it because their administrators import our metadata.
 * @returns base64 without PEM's header and footer
 */
export const makeServiceCertificate = ({ privateKey, entityId }: ServiceProvider) => makeCertificate(privateKey, new URL(entityId).hostname)

const keyDescriptor = (use: string, certificate: string, methods: readonly string[]) => `<md:KeyDescriptor use="${use}">
<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
${methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')}</md:KeyDescriptor>`

/** Builds our SAML metadata (section 2.4.4). We sign requests; assertions must be signed. */
export function buildSamlMetadata(service: ServiceProvider, validUntil: Date | null): string {
	const certificate = makeServiceCertificate(service)
	const keys = [
		keyDescriptor('signing', certificate, []),
		...(service.decrypts ? [keyDescriptor('encryption', certificate, ENCRYPTIONS)] : []),
	]
	const end = validUntil ? ` validUntil="${validUntil.toISOString()}"` : ''
	return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeMarkup(service.entityId)}"${end}>
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="true" WantAssertionsSigned="true">
${keys.join('\n')}
${NAME_FORMATS.map((format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`).join('\n')}
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeMarkup(service.acsUrl)}" index="1" isDefault="true"/>
</md:SPSSODescriptor>
</md:EntityDescriptor>
`
}
