import { expect, test } from 'vitest'

import { issuerDid, toVerificationMethod } from './issuer-did.ts'

test.each([
	['https://academy.example.com', 'did:web:academy.example.com'],
	['https://academy.example.com:8443', 'did:web:academy.example.com%3A8443'],
	['http://academy.example.com', 'did:key:z6Mk'],
	['http://localhost:3000', 'did:key:z6Mk'],
	['https://localhost', 'did:key:z6Mk'],
	['https://academy.local', 'did:key:z6Mk'],
	['https://my.academy.local', 'did:key:z6Mk'],
	['https://academy.localhost', 'did:key:z6Mk'],
	['https://my.academy.localhost:3000', 'did:key:z6Mk'],
	['https://www.academy-local', 'did:web:www.academy-local'],
	['https://a.localhost.example.com', 'did:web:a.localhost.example.com'],
	['https://academy.example2', 'did:web:academy.example2'],
	['https://1.example.com', 'did:web:1.example.com'],
	['https://academy.example.com/course', 'did:key:z6Mk'],
	['http://127.0.0.1/?of=https://academy.example.com', 'did:key:z6Mk'],
	['https://[::ffff:192.0.2.7]', 'did:key:z6Mk'],
	['https://[::ffff:192.0.2.7]:3000', 'did:key:z6Mk'],
	['https://[::1]', 'did:key:z6Mk'],
	['https://192.0.2.7', 'did:key:z6Mk'],
	['https://[2001:db8::1]:3000', 'did:key:z6Mk'],
	['https://intranet', 'did:key:z6Mk'],
])('the issuer of %s is %s', (siteUrl, did) => {
	expect(issuerDid(siteUrl, 'z6Mk')).toBe(did)
})

test('a verification method is the issuer’s DID with the key ID', () => {
	expect(toVerificationMethod('did:web:academy.example.com', 'z6Mk')).toBe('did:web:academy.example.com#z6Mk')
})
