import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import type { OwnCertificateResponse } from '#contracts/certificates.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { OwnCertificate } from './own-certificate.tsx'

const RULE =
	'The signed certificate comes with the full course. To earn it, complete every module, open every section and pass every knowledge check while you’re signed in, in at least two sittings.'

afterEach(() => vi.unstubAllGlobals())

async function show(userId: string | null, own: Partial<OwnCertificateResponse> = {}) {
	vi.stubGlobal('fetch', async () =>
		Response.json({ status: 'open', suggestedName: 'Ada', isPaid: false, left: [], revoked: null, ...own }),
	)
	const { page, leave } = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<OwnCertificate heading="h2" userId={userId} isSynced here="/dashboard" organization="Academy" />
			</QueryProvider>
		</MemoryRouter>,
	)
	await vi.waitFor(() => expect(page.textContent).not.toContain('Checking your progress'))
	const text = page.textContent
	await leave()
	return text
}

const left = [{ kind: 'complete-module', moduleId: 1, moduleTitle: 'Foundation' }] as const

test.each<[string, string | null, Partial<OwnCertificateResponse>]>([
	['signed out', null, {}],
	['signed in without the course', 'ana', { isPaid: false, left: [...left] }],
	['signed in with the course', 'bea', { isPaid: true, left: [...left] }],
])('%s: the page states the rule and the price once, in the same words', async (_, userId, own) => {
	const text = await show(userId, own)
	expect(text.split(RULE)).toHaveLength(2)
	expect(text).not.toMatch(/comes with you|so only what you did/)
})

const CLAIM = 'Claim Your Graduation Certificate'

test('a learner who finished the course they own can claim the certificate, and doesn’t read the rule again', async () => {
	const text = await show('cem', { isPaid: true })
	expect(text).toContain(CLAIM)
	expect(text).not.toContain(RULE)
})

test('a learner who finished without owning the course is offered the course, not the certificate', async () => {
	const text = await show('dan', { isPaid: false })
	expect(text).toContain('You finished the course. You don’t own the full course yet.')
	expect(text).not.toContain(CLAIM)
})
