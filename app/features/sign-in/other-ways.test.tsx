import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { SingleSignOn } from './login-page.tsx'
import { OtherWays } from './other-ways.tsx'

afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	localStorage.clear()
})

const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')].map((button) => button.textContent)

test('without providers nothing is rendered', async () => {
	const { page, leave } = await renderElement(<OtherWays providers={[]} next={null} />)
	expect(page.innerHTML).toBe('')
	await leave()
})

test('each provider has a button, and single sign-on appears if available', async () => {
	const { page, leave } = await renderElement(<OtherWays providers={['github', 'custom:pine']} next={null} onSingleSignOn={() => {}} />)
	expect(buttonsOf(page)).toEqual(['Continue with GitHub', 'Continue with Pine', 'Use single sign-on'])
	await leave()
})

test('if the server refuses the provider, an error is shown and the page stays', async () => {
	vi.stubGlobal('fetch', async () => Response.json({ code: 'provider_disabled', msg: 'no' }, { status: 400 }))
	const leaving = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
	const { page, run, leave } = await renderElement(<OtherWays providers={['github']} next={null} />)
	await run(() => page.querySelector('button')?.click())
	await vi.waitFor(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('can’t sign in this way'))
	expect(leaving).not.toHaveBeenCalled()
	await leave()
})

test('a provider sign-in redirects with a PKCE challenge and returns to the learner’s page', async () => {
	vi.stubGlobal('fetch', async () => ({ type: 'opaqueredirect' }))
	const leaving = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
	const { page, run, leave } = await renderElement(<OtherWays providers={['github']} next="/modules" />)
	await run(() => page.querySelector('button')?.click())
	await run(() => vi.waitFor(() => expect(leaving).toHaveBeenCalledTimes(1)))
	const asked = new URL(String(leaving.mock.calls[0]?.[0])).searchParams
	expect([asked.get('provider'), asked.get('code_challenge_method')]).toEqual(['github', 's256'])
	expect(asked.get('redirect_to')).toContain('/auth/callback?next=%2Fmodules')
	await leave()
})

test.each([
	['learner', 404, 'sso_provider_not_found', 'Please enter your work address'],
	['learner@nowhere.example', 404, 'sso_provider_not_found', 'No organization here uses this address'],
	['learner@nowhere.example', 404, 'saml_provider_disabled', 'No organization here uses this address'],
])('single sign-on for “%s”, answered %i %s: %s', async (typed, status, code, words) => {
	vi.stubGlobal('fetch', async () =>
		Response.json({ code, message: 'no' }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } }),
	)
	const { page, run, leave } = await renderElement(<SingleSignOn next={null} onBack={() => {}} />)
	const field = page.querySelector('input') as HTMLInputElement
	field.value = typed
	await run(() => page.querySelector('form')?.requestSubmit())
	await vi.waitFor(() => expect(page.textContent).toContain(words))
	expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true'])
	await leave()
})
