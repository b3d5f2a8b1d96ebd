import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ProfileTab } from './profile/profile-tab.tsx'
import { SecurityTab } from './security/security-tab.tsx'

const OWN = { id: 'u1', email: 'ada@example.com', name: 'Ada' }
const MANAGED = { ...OWN, isManaged: true } as const

async function openTabs(user: typeof OWN | typeof MANAGED) {
	vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
	vi.stubGlobal('PublicKeyCredential', class {})
	const tabs = (
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<ProfileTab user={user} />
				<SecurityTab isManaged={'isManaged' in user} />
			</MemoryRouter>
		</QueryClientProvider>
	)
	const { page, leave } = await renderElement(tabs)
	const headings = [...page.querySelectorAll('h2, h3')].map((heading) => heading.textContent)
	const text = page.textContent
	await leave()
	return { headings, text }
}

afterEach(() => vi.unstubAllGlobals())

test('a learner signed in by an organization can’t change address, password or passkeys, and sees why', async () => {
	const managed = await openTabs(MANAGED)
	expect(managed.text).toContain('Your organization manages this address')
	expect(managed.text).toContain('ada@example.com')
	for (const offered of ['Passkeys', 'Password']) expect(managed.headings).not.toContain(offered)
	expect(managed.text).not.toContain('Choose a New Password')

	const own = await openTabs(OWN)
	for (const offered of ['Passkeys', 'Password', 'Email']) expect(own.headings).toContain(offered)
	expect(own.text).toContain('Choose a New Password')
})
