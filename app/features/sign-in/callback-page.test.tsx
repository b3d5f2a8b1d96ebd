import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { adoptSession, exchangeAuthCode, requestPasswordReset, requestSignInCode, verifyEmailLink } from '#app/lib/auth-calls.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { CallbackPage } from './callback-page.tsx'

vi.mock('#app/lib/auth-calls.ts')

const OK = { ok: true, value: null } as const
const refuse = (kind: string) => ({ ok: false, refusal: { kind } }) as never

async function open(address: string, { isSignedIn = false, isNeeded = false } = {}) {
	vi.clearAllMocks()
	vi.stubGlobal('fetch', async () => Response.json({ isNeeded, ways: [{ type: 'recovery_code' }] }))
	for (const call of [adoptSession, exchangeAuthCode, requestPasswordReset, requestSignInCode]) vi.mocked(call).mockResolvedValue(OK)
	vi.mocked(verifyEmailLink).mockResolvedValue({ ok: true, value: { isSignedIn: true } })
	const arrived: string[] = []
	const start = async () => {
		const view = await renderElement(
			<MemoryRouter>
				<CallbackPage
					address={new URL(address, 'http://localhost/auth/callback')}
					isSignedIn={isSignedIn}
					onArrived={(path) => arrived.push(path)}
				/>
			</MemoryRouter>,
		)
		return { ...view, ...operatePage(view), arrived, title: () => view.page.querySelector('h1')?.textContent }
	}
	return { arrived, start }
}

const LINK = '?token_hash=abc&type=magiclink'
const RECOVERY = '?token_hash=abc&type=recovery'

test.each([
	{ name: 'an emailed link', address: `${LINK}&next=%2Fmodules`, button: 'Sign in', path: '/modules' },
	{ name: 'an emailed link without a target', address: LINK, button: 'Sign in', path: '/dashboard' },
	{ name: 'a recovery link', address: `${RECOVERY}&next=%2Fmodules`, button: 'Continue', path: '/reset-password' },
	{ name: 'a session in the address', address: '#access_token=a.b.c&refresh_token=r', button: 'Sign in', path: '/dashboard' },
	{ name: 'a code', address: '?code=abc', button: null, path: '/dashboard' },
])('$name leads to $path, and waits for a click: $button', async ({ address, button, path }) => {
	const { arrived, start } = await open(address)
	const { press, until } = await start()
	if (button) {
		expect([arrived, vi.mocked(verifyEmailLink).mock.calls, vi.mocked(adoptSession).mock.calls]).toEqual([[], [], []])
		await press(button)
	}
	await until(() => expect(arrived).toEqual([path]))
})

test('a link of another site names that site', async () => {
	const { start } = await open(`${LINK}&redirect_to=https%3A%2F%2Fclub.example%2Fin`)
	const { page, button } = await start()
	expect([page.querySelector('strong')?.textContent, button('Continue') !== undefined]).toEqual(['club.example', true])
})

test('a session in the address names its account', async () => {
	const token = `x.${btoa('{"email":"ada@example.com"}')}.x`
	const { start } = await open(`#access_token=${token}&refresh_token=r`)
	const { page } = await start()
	expect(page.textContent).toContain('as ada@example.com. If you didn’t start this sign-in yourself')
})

test('after signing in, an account with a second factor is asked for it first', async () => {
	const { arrived, start } = await open(LINK, { isNeeded: true })
	const { press, sees } = await start()
	await press('Sign in')
	await sees('Your account needs a second factor.')
	expect(arrived).toEqual([])
})

test('the first of two links that confirm an address leads to no account', async () => {
	const { arrived, start } = await open(LINK)
	vi.mocked(verifyEmailLink).mockResolvedValue({ ok: true, value: { isSignedIn: false } })
	const { press, sees } = await start()
	await press('Sign in')
	await sees('One confirmation to go')
	expect(arrived).toEqual([])
})

test('a link that never reached the server can be tried again', async () => {
	const { arrived, start } = await open(LINK)
	vi.mocked(verifyEmailLink).mockResolvedValueOnce(refuse('unreachable'))
	const { press, sees, until } = await start()
	await press('Sign in')
	await sees('We couldn’t reach the server')
	await press('Try Again')
	await until(() => expect(arrived).toEqual(['/dashboard']))
})

test.each([
	{ address: LINK, asked: requestSignInCode, text: 'a six-digit code and a sign-in link' },
	{ address: RECOVERY, asked: requestPasswordReset, text: 'a six-digit code and a link to set a new password' },
])('an expired link offers a new one of its kind: $address', async ({ address, asked, text }) => {
	const { start } = await open(address)
	vi.mocked(verifyEmailLink).mockResolvedValue(refuse('expired'))
	const { press, sees, type, page } = await start()
	await press(address === LINK ? 'Sign in' : 'Continue')
	await sees('This link has expired')
	await type('Email address', 'ada@')
	await press('Send a new link')
	expect(vi.mocked(asked)).not.toHaveBeenCalled()
	await type('Email address', 'ada@example.com')
	await press('Send a new link')
	await sees('Check your inbox')
	expect([vi.mocked(asked).mock.calls.length, page.textContent.includes(text)]).toEqual([1, true])
	await press('Use another address')
	await sees('This link has expired')
})

test.each([
	{ isSignedIn: true, link: 'Go Back', href: '/modules' },
	{ isSignedIn: false, link: 'Choose a Way to Sign In', href: '/login?next=%2Fmodules' },
])('a sign-in that was denied leads back; already signed in: $isSignedIn', async ({ isSignedIn, link, href }) => {
	const { start } = await open('?error=access_denied&next=%2Fmodules', { isSignedIn })
	const { button, buttons, title, field } = await start()
	expect(buttons()).toEqual([link])
	expect([title(), button(link)?.getAttribute('href'), field('Email address')]).toEqual(['You’re not signed in', href, undefined])
})

test.each([
	['?', 'This link is incomplete'],
	['#message=one+more', 'One confirmation to go'],
])('the address %s says: %s', async (address, text) => {
	const { start } = await open(address)
	expect((await start()).title()).toBe(text)
})
