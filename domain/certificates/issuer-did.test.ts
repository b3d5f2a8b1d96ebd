import { expect, test } from 'vitest'

import { issuerDid } from './issuer-did.ts'

test.each([
	['https://academy.example.com', 'did:web:academy.example.com'],
	['https://academy.example.com:8443', 'did:web:academy.example.com%3A8443'],
	['http://academy.example.com', 'did:key:z6Mk'],
	['http://localhost:3000', 'did:key:z6Mk'],
	['https://localhost', 'did:key:z6Mk'],
	['https://academy.local', 'did:key:z6Mk'],
	['https://192.0.2.7', 'did:key:z6Mk'],
	['https://[2001:db8::1]:3000', 'did:key:z6Mk'],
	['https://intranet', 'did:key:z6Mk'],
])('the issuer of %s is %s', (siteUrl, did) => {
	expect(issuerDid(siteUrl, 'z6Mk')).toBe(did)
})
