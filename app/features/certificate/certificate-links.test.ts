import { expect, test } from 'vitest'

import { linkedInLink } from './certificate-links.tsx'

const CERTIFICATE = {
	id: '3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
	name: 'Ana Test',
	courseName: 'Digital Income & Mastery',
	issuedAt: '2026-12-31T23:30:00Z',
	revokedAt: null,
	stillKnown: null,
	hasPdf: true,
}

test('the LinkedIn link fills in the form with the verification URL', () => {
	const pageUrl = 'https://academy.example.com/certificates/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
	const link = new URL(linkedInLink(CERTIFICATE, { organization: 'Launchway', pageUrl }))
	expect(link.origin + link.pathname).toBe('https://www.linkedin.com/profile/add')
	expect(Object.fromEntries(link.searchParams)).toEqual({
		startTask: 'CERTIFICATION_NAME',
		name: 'Digital Income & Mastery',
		organizationName: 'Launchway',
		issueYear: '2026',
		issueMonth: '12',
		certUrl: pageUrl,
		certId: CERTIFICATE.id,
	})
})
