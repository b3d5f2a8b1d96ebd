import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'

import { makeCertificate } from './build-saml-metadata.ts'

test.each([2048, 3072, 4096])('OpenSSL accepts a certificate for %i bits, which has the key and is deterministic', (modulusLength) => {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
	const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
	const text = makeCertificate(pem, 'academy.example')
	const certificate = new X509Certificate(Buffer.from(text, 'base64'))
	expect([certificate.subject, certificate.issuer]).toEqual(['CN=SAML at academy.example', 'CN=SAML at academy.example'])
	expect([certificate.validFrom, certificate.validTo]).toEqual(['Jan  1 00:00:00 2020 GMT', 'Jan  1 00:00:00 2220 GMT'])
	expect([certificate.checkPrivateKey(privateKey), certificate.verify(publicKey)]).toEqual([true, true])
	expect(makeCertificate(pem, 'academy.example')).toBe(text)
})
