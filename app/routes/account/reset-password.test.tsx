import { expect, test, vi } from 'vitest'

import { changePassword, requestPasswordReset } from '#app/lib/auth-calls.ts'
import { notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import { sendReauthentication } from '#app/second-factor/proof-calls.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import ResetPasswordRoute from './reset-password.tsx'

vi.mock('#app/lib/auth-calls.ts')
vi.mock('#app/lib/backend.ts')
vi.mock('#app/second-factor/proof-calls.ts')

async function open(isSignedIn: boolean) {
	vi.clearAllMocks()
	for (const call of [changePassword, requestPasswordReset]) vi.mocked(call).mockResolvedValue({ ok: true, value: null })
	vi.stubGlobal('fetch', async () => Response.json({ isNeeded: false, ways: [] }))
	localStorage.clear()
	if (isSignedIn) localStorage.setItem(sessionKey(), JSON.stringify({ user: { id: 'ada', email: 'ada@example.com', user_metadata: {} } }))
	notifySessionChange()
	const view = await renderElement(inSite(ResetPasswordRoute, '/reset-password'))
	return { ...view, ...operatePage(view), title: () => view.page.querySelector('h1')?.textContent }
}

test('with the session of a recovery link, the new password is set once', async () => {
	const { page, type, press, until, title, button } = await open(true)
	expect(page.textContent).toContain('for ada@example.com')
	vi.mocked(changePassword).mockResolvedValueOnce({ ok: false, refusal: { kind: 'refused', message: 'Too weak.' } })
	await type('New password', 'weak')
	await press('Save new password')
	await until(() => expect(page.textContent).toContain('Too weak.'))
	expect(title()).toBe('Set a new password')
	await type('New password', 'four random words')
	await press('Save new password')
	await until(() => expect(title()).toBe('Your new password is set'))
	expect([button('Go to My Dashboard')?.getAttribute('href'), vi.mocked(changePassword).mock.lastCall]).toEqual([
		'/dashboard',
		['four random words'],
	])
})

test('without a session, the page asks for the recovery link', async () => {
	const { type, press, sees, field, page } = await open(false)
	vi.mocked(requestPasswordReset).mockResolvedValueOnce({ ok: false, refusal: { kind: 'refused', message: 'No email today.' } })
	await type('Email address', 'ada@example.com')
	await press('Send a new link')
	await sees('No email today.')
	expect(page.textContent).not.toContain('Check your inbox')
	await press('Send a new link')
	await sees('a link to set a new password')
	expect(requestPasswordReset).toHaveBeenCalledWith('ada@example.com')
	await press('Use another address')
	expect(field('Email address')).toBeDefined()
})

test.each([
	{ kind: 'second-factor', text: 'Open your authenticator app' },
	{ kind: 'reauthenticate', text: 'We’ve sent you a code' },
] as const)('a new password that needs proof ($kind) asks for it in one dialog', async ({ kind, text }) => {
	const { page, type, press, until, run } = await open(true)
	vi.stubGlobal('fetch', async () => Response.json({ isNeeded: true, ways: [{ type: 'totp', factorId: 'f1', name: 'Phone' }] }))
	vi.mocked(sendReauthentication).mockResolvedValue({ ok: true, value: null })
	vi.mocked(changePassword).mockResolvedValueOnce({ ok: false, refusal: { kind } })
	await type('New password', 'four random words')
	await press('Save new password')
	const dialogs = () => [...page.querySelectorAll('dialog[open]')]
	await until(() => expect(dialogs()[0]?.textContent).toContain(text))
	await vi.dynamicImportSettled()
	await run(() => new Promise((resolve) => setTimeout(resolve)))
	expect([dialogs().length, page.textContent.includes('for ada@example.com')]).toEqual([1, true])
})
