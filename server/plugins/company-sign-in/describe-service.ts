import { escapeMarkup } from '#domain/markup/escape-markup.ts'

import type { ServiceProvider } from './saml-types.ts'
import { makeCertificate } from './self-signed-certificate.ts'

const NAME_FORMATS = ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']
/** Encryption algorithms that the library can decrypt, and that reveal only the length of the text. */
const ENCRYPTIONS = ['aes256-gcm', 'aes128-gcm'].map((name) => `http://www.w3.org/2009/xmlenc11#${name}`)

/**
 * Creates our certificate. It's self-signed: providers trust it because their operator imports our metadata.
 * @returns base64 without PEM's header and footer
 */
export const makeServiceCertificate = ({ privateKey, entityId }: ServiceProvider) => makeCertificate(privateKey, new URL(entityId).hostname)

const keyDescriptor = (use: string, certificate: string, methods: readonly string[]) => `<md:KeyDescriptor use="${use}">
<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
${methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')}</md:KeyDescriptor>`

/** Builds our SAML metadata (section 2.4.4). We sign requests; assertions must be signed. */
export function describeService(service: ServiceProvider, validUntil: Date | null): string {
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
