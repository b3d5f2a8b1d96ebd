// asvs V10.4.7 V10.7.2
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { ConsentPage } from './consent-page.tsx'

const session = {
	access_token: `${btoa('{"alg":"ES256"}')}.${btoa('{"exp":4102444800}')}.x`,
	refresh_token: 'r',
	token_type: 'bearer',
	expires_in: 3600,
	expires_at: 4_102_444_800,
	user: {
		id: 'u1',
		email: 'ada@example.com',
		user_metadata: {},
		app_metadata: {},
		aud: 'authenticated',
		created_at: '2026-11-20T10:00:00Z',
	},
}
const request = {
	authorization_id: 'q',
	redirect_uri: 'http://127.0.0.1:8123/back',
	client: { id: 'c', name: 'Sample App', uri: '', logo_uri: '' },
	user: { id: 'u1', email: 'ada@example.com' },
	scope: 'openid email phone',
}
const refuse = (status: number, code: string) =>
	Response.json({ code, message: 'no' }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

let count = 0
/** Opens the page; the server gives these responses in order. */
async function openPage(answers: (() => Response | Promise<Response>)[], authorizationId = `q${(count += 1)}`) {
	localStorage.setItem(`sb-${window.location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
	const asked: string[] = []
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		asked.push(`${init?.method} ${new URL(String(input)).pathname} ${typeof init?.body === 'string' ? init.body : ''}`.trim())
		const answer = answers.length > 1 ? answers.shift() : answers[0]
		if (!answer) throw new TypeError('away')
		return answer()
	})
	const leaveTo = vi.fn()
	const view = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<ConsentPage
					authorizationId={authorizationId}
					signInPath="/login?next=here"
					secondFactor={(onPassed) => (
						<button type="button" onClick={onPassed}>
							second factor
						</button>
					)}
					leaveTo={leaveTo}
				/>
			</QueryProvider>
		</MemoryRouter>,
	)
	const shows = (text: string) =>
		vi.waitFor(async () => {
			await view.run(() => new Promise((resolve) => setTimeout(resolve, 5)))
			expect(view.page.textContent).toContain(text)
		})
	const press = (name: string) =>
		view.run(() => [...view.page.querySelectorAll('button')].find((button) => button.textContent === name)?.click())
	return { ...view, asked, leaveTo, shows, press }
}

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('the application and its scopes are named in plain words, and Allow redirects to the application', async () => {
	const url = 'http://127.0.0.1:8123/back?code=c'
	const { page, asked, leaveTo, shows, press, leave } = await openPage([
		() => Response.json(request),
		() => Response.json({ redirect_url: url }),
	])
	await shows('Sample App wants access to your account')
	expect(page.textContent).toContain('Your account’s ID numberYour email addressYour phone number')
	expect(page.textContent).toContain('takes you to a program on this device')
	await press('Allow Access')
	await shows('Returning to the application')
	expect([leaveTo.mock.calls, asked.at(-1)]).toEqual([[[url]], expect.stringContaining('/consent {"action":"approve"}')])
	await leave()
})

test.each([
	['manual', false],
	['dynamic', true],
])('an application registered as %s shows the “not checked” warning: %s', async (registration, warns) => {
	const asks = { ...request, client: { ...request.client, registration_type: registration } }
	const { page, shows, leave } = await openPage([() => Response.json(asks)])
	await shows('Sample App wants access to your account')
	expect(page.textContent?.includes('We haven’t checked this application')).toBe(warns)
	await leave()
})

test('an application with earlier consent redirects at once', async () => {
	const { leaveTo, shows, leave } = await openPage([() => Response.json({ redirect_url: 'https://app.example/back?code=c' })])
	await shows('Taking you to app.example')
	expect(leaveTo).toHaveBeenCalledTimes(1)
	await leave()
})

test.each([
	[404, 'oauth_authorization_not_found'],
	[400, 'validation_failed'],
	[404, 'feature_disabled'],
])('an expired authorization request shows a message (%i %s)', async (status, code) => {
	const { shows, leaveTo, leave } = await openPage([() => refuse(status, code)])
	await shows('This request has expired')
	expect(leaveTo).not.toHaveBeenCalled()
	await leave()
})

test('a required second factor comes before the consent request', async () => {
	const { page, shows, press, leave } = await openPage([() => refuse(403, 'insufficient_aal'), () => Response.json(request)])
	await shows('second factor')
	expect(page.textContent).not.toContain('Sample App')
	await press('second factor')
	await shows('Sample App wants access')
	await leave()
})

test('an unreachable server can be retried, and so can a lost answer', async () => {
	const answers = [() => refuse(503, 'unexpected_failure'), () => Response.json(request), () => refuse(503, 'unexpected_failure')]
	const { page, shows, press, leave } = await openPage(answers)
	await shows('We couldn’t load the request')
	await press('Try Again')
	await shows('Sample App wants access')
	await press('Don’t Allow')
	await shows('Your answer wasn’t sent')
	expect(page.querySelector('[role=alert]')).not.toBeNull()
	await leave()
})

test.each([
	['Allow Access', 'Don’t Allow'],
	['Don’t Allow', 'Allow Access'],
])('while “%s” is being sent, neither it nor “%s” can be clicked', async (clicked, other) => {
	const sent = Promise.withResolvers<Response>()
	const { page, asked, shows, press } = await openPage([() => Response.json(request), () => sent.promise])
	await shows('Sample App wants access')
	await press(clicked)
	await press(other)
	await press(clicked)
	expect(asked.filter((call) => call.includes('"action"'))).toHaveLength(1)
	expect([...page.querySelectorAll<HTMLButtonElement>('button:disabled')].map(({ textContent }) => textContent)).toEqual([other])
	sent.resolve(refuse(503, 'unexpected_failure'))
	await shows('Your answer wasn’t sent')
	expect(page.querySelectorAll('button:disabled, [aria-disabled]')).toHaveLength(0)
})

test('a URL without a request ID is reported as incomplete, without a request to the server', async () => {
	const { page, asked, leave } = await openPage([], '')
	expect([page.textContent?.includes('This link is incomplete'), asked]).toEqual([true, []])
	await leave()
})
