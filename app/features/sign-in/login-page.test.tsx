import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import {
	confirmEmailCode,
	requestPasswordReset,
	requestSignInCode,
	signInWithOrganization,
	signInWithPassword,
	signOut,
} from '#app/lib/auth-calls.ts'
import { offerPasskeys, signInWithPasskey } from '#app/lib/passkey-calls.ts'
import { DEFAULT_SIGN_IN_WAYS, type SignInWays, useSignInWays } from '#app/lib/sign-in-ways.ts'
import type { SessionView } from '#app/lib/stored-session.ts'
import { INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { LoginPage, readWorkDomain } from './login-page.tsx'

vi.mock('#app/lib/auth-calls.ts')
vi.mock('#app/lib/passkey-calls.ts')
vi.mock('#app/lib/sign-in-ways.ts', { spy: true })

const OK = { ok: true, value: null } as const
const CALLS = [
	confirmEmailCode,
	requestPasswordReset,
	requestSignInCode,
	signInWithOrganization,
	signInWithPassword,
	signOut,
	signInWithPasskey,
]
const ADA: SessionView = { status: 'signed-in', user: { id: 'u1', email: 'ada@example.com', name: 'Ada' } }

type Site = { session?: SessionView; ways?: Partial<SignInWays>; isNeeded?: boolean; hasPasskey?: boolean }

async function open({ session = { status: 'signed-out' }, ways = {}, isNeeded = false, hasPasskey = true }: Site = {}) {
	vi.clearAllMocks()
	for (const call of CALLS) vi.mocked(call).mockResolvedValue(OK)
	vi.mocked(offerPasskeys).mockResolvedValue(false)
	vi.mocked(useSignInWays).mockReturnValue({ ...DEFAULT_SIGN_IN_WAYS, ...ways })
	vi.stubGlobal('fetch', async () => Response.json({ isNeeded, ways: [{ type: 'recovery_code' }] }))
	if (hasPasskey) vi.stubGlobal('PublicKeyCredential', class {})
	const arrived: string[] = []
	const view = await renderElement(
		<MemoryRouter>
			<LoginPage
				session={session}
				next="/modules"
				onSignedIn={() => arrived.push('signed in')}
				onRecovered={() => arrived.push('recovered')}
			/>
		</MemoryRouter>,
	)
	return { ...view, ...operatePage(view), arrived }
}

const refuse = (message: string) => ({ ok: false, refusal: { kind: 'refused', message } }) as const

test.each([
	{ press: 'Sign in', problems: [INVALID_EMAIL_MESSAGE, 'Please enter your password'] },
	{ press: 'Email me a code', problems: [INVALID_EMAIL_MESSAGE, ''] },
	{ press: 'Forgot your password?', problems: [INVALID_EMAIL_MESSAGE, ''] },
])('$press with an empty form says what is missing', async ({ press: name, problems }) => {
	const { press, describe, page } = await open()
	await press(name)
	expect([describe('Email address')[0], describe('Password')[0]]).toEqual(problems)
	expect(document.activeElement).toBe(page.querySelector('[name=email]'))
	for (const call of CALLS) expect(call).not.toHaveBeenCalled()
})

test('the right password signs in; a wrong one is refused without losing the address', async () => {
	const { type, press, sees, field, arrived, until } = await open()
	vi.mocked(signInWithPassword).mockResolvedValueOnce(refuse('Wrong password.'))
	await type('Email address', ' ada@example.com ')
	await type('Password', ' secret ')
	await press('Sign in')
	await sees('Wrong password.')
	expect([arrived, field('Email address')?.value.trim()]).toEqual([[], 'ada@example.com'])
	await press('Sign in')
	await until(() => expect(arrived).toEqual(['signed in']))
	expect(vi.mocked(signInWithPassword).mock.calls[1]).toEqual(['ada@example.com', ' secret '])
})

test.each([
	{
		press: 'Email me a code',
		asked: requestSignInCode,
		text: 'a six-digit code and a sign-in link',
		submit: 'Sign in with code',
		path: 'signed in',
	},
	{
		press: 'Forgot your password?',
		asked: requestPasswordReset,
		text: 'a link to set a new password',
		submit: 'Set a new password',
		path: 'recovered',
	},
])('$press sends an email, whose code leads on: $path', async ({ press: name, asked, text, submit, path }) => {
	const { type, press, sees, field, arrived, until, page } = await open()
	await type('Email address', 'ada@example.com')
	await press(name)
	await sees(text)
	expect([vi.mocked(asked).mock.calls.length, document.activeElement?.textContent]).toEqual([1, 'Check your inbox'])
	await press('Use another address')
	expect(field('Email address')?.value).toBe('ada@example.com')
	await press(name)
	await sees(text)
	expect(page.querySelector('strong')?.textContent).toBe('ada@example.com')
	await type('6-digit code', '123456')
	await press(submit)
	await until(() => expect(arrived).toEqual([path]))
	expect(vi.mocked(confirmEmailCode)).toHaveBeenCalledWith('ada@example.com', '123456')
})

test('an email that could not be sent is not called sent', async () => {
	const { type, press, sees, page } = await open()
	vi.mocked(requestSignInCode).mockResolvedValue(refuse('No email today.'))
	await type('Email address', 'ada@example.com')
	await press('Email me a code')
	await sees('No email today.')
	expect(page.textContent).not.toContain('Check your inbox')
})

test('an account with a second factor is asked for it before the page leads on', async () => {
	const { type, press, sees, arrived } = await open({ isNeeded: true })
	await type('Email address', 'ada@example.com')
	await type('Password', 'secret')
	await press('Sign in')
	await sees('Your account needs a second factor.')
	expect(arrived).toEqual([])
	await press('Sign in as someone else')
	await sees('New here?')
	expect(signOut).toHaveBeenCalledTimes(1)
})

test.each([
	{ name: 'a browser and a site with passkeys', site: {}, isOffered: true },
	{ name: 'a site without them', site: { ways: { hasPasskeys: false } }, isOffered: false },
])('$name: a passkey is offered: $isOffered', async ({ site, isOffered }) => {
	const { button, press, arrived, until } = await open(site)
	expect(button('Sign in with a passkey') !== undefined).toBe(isOffered)
	expect(offerPasskeys).toHaveBeenCalledTimes(isOffered ? 1 : 0)
	if (!isOffered) return
	await press('Sign in with a passkey')
	await until(() => expect(arrived).toEqual(['signed in']))
})

test('leaving the page withdraws the offered passkey', async () => {
	const { leave } = await open()
	const signal = vi.mocked(offerPasskeys).mock.calls[0]?.[0]
	await leave()
	expect(signal?.aborted).toBe(true)
})

test('single sign-on takes a work address, and the way back keeps the page', async () => {
	const { press, type, describe, sees, field } = await open({ ways: { hasSingleSignOn: true } })
	await press('Use single sign-on')
	expect(document.activeElement).toBe(field('Work email or domain'))
	await type('Work email or domain', 'ada')
	await press('Continue')
	expect(describe('Work email or domain')[0]).toContain('Please enter your work address')
	vi.mocked(signInWithOrganization).mockResolvedValue(refuse('Unknown school.'))
	await type('Work email or domain', 'ada@school.example')
	await press('Continue')
	await sees('Unknown school.')
	expect(vi.mocked(signInWithOrganization).mock.calls).toEqual([['school.example', '/modules']])
	await press('Sign in another way')
	await sees('New here?')
})

test.each([
	{ providers: [], isNoted: false },
	{ providers: ['github'], isNoted: true },
])('with the providers $providers, their age limit is noted: $isNoted', async ({ providers, isNoted }) => {
	const { button } = await open({ ways: { providers, hasSingleSignOn: true } })
	expect([button('Continue with GitHub') !== undefined, button('Under 18?') !== undefined]).toEqual([isNoted, isNoted])
})

test('a learner who is signed in already can continue or sign out', async () => {
	const { press, page, arrived, until } = await open({ session: ADA })
	expect([page.querySelector('strong')?.textContent, page.querySelector('form')]).toEqual(['ada@example.com', null])
	await press('Sign out')
	expect(signOut).toHaveBeenCalledTimes(1)
	await press('Continue')
	await until(() => expect(arrived).toEqual(['signed in']))
})

test.each([
	['learner@School.Example', 'school.example'],
	['  school.example ', 'school.example'],
	['schüler@münchen.example', 'xn--mnchen-3ya.example'],
	['learner', null],
	['learner@', null],
	['', null],
	['school.example/login', null],
	['https://school.example', null],
	['a b.example', null],
	['school.example.', null],
])('the work domain of %s is %s', (typed, domain) => {
	expect(readWorkDomain(typed)).toBe(domain)
})
