import { expect, test } from 'vitest'

import { baseSecurityHeaders } from './security-headers.ts'

test.each([
	[{ siteUrl: 'https://academy.io' }, 'max-age=31536000'],
	[{ siteUrl: 'https://academy.io', hstsIncludesSubdomains: true }, 'max-age=31536000; includeSubDomains'],
	[{ siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: true }, undefined],
])('%o has the right Strict-Transport-Security header', (site, header) => {
	expect(baseSecurityHeaders(site)['strict-transport-security']).toBe(header)
})
