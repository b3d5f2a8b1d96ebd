import { expect, test, vi } from 'vitest'

import { ConsentPage } from '#app/features/consent/consent-page.tsx'
import { forgetSession, notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import OauthConsentRoute from './oauth-consent.tsx'

vi.mock('#app/features/consent/consent-page.tsx', { spy: true })

async function open(search: string, isSignedIn: boolean) {
	localStorage.clear()
	if (isSignedIn) localStorage.setItem(sessionKey(), JSON.stringify({ user: { id: 'ada', email: 'a@b.c', user_metadata: {} } }))
	notifySessionChange()
	vi.mocked(ConsentPage).mockImplementation(({ authorizationId }) => <p>Question “{authorizationId}”</p>)
	const view = await renderElement(inSite(OauthConsentRoute, '/oauth/consent', `/oauth/consent${search}`))
	return { ...view, ...operatePage(view) }
}

const LOGIN = 'Page /login?next='

test.each([
	{ search: '?authorization_id=q%2F1', isSignedIn: true, text: 'Question “q/1”' },
	{ search: '?authorization_id=q%2F1', isSignedIn: false, text: `${LOGIN}${encodeURIComponent('/oauth/consent?authorization_id=q%2F1')}` },
	{ search: '', isSignedIn: false, text: 'Question “”' },
])('the question $search for someone signed in: $isSignedIn', async ({ search, isSignedIn, text }) => {
	const { page, until } = await open(search, isSignedIn)
	await until(() => expect(page.textContent).toBe(text))
})

test('a session that ends on the page leads to the sign-in', async () => {
	const { run, page, until } = await open('?authorization_id=q', true)
	await run(forgetSession)
	await until(() => expect(page.textContent).toContain(LOGIN))
})
