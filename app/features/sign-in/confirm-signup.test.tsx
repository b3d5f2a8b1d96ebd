import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ConfirmSignup } from './confirm-signup.tsx'

const user = {
	id: 'u1',
	email: 'ada@example.com',
	user_metadata: {},
	app_metadata: {},
	aud: 'authenticated',
	created_at: '2026-11-20T10:00:00Z',
}
const session = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user }

/** Enters the sign-up code, for an account with this second-factor state. */
async function enterCode(factor: object) {
	vi.stubGlobal('fetch', async (input: string | URL | Request) =>
		Response.json(String(input instanceof Request ? input.url : input).includes('/api/second-factor') ? factor : session),
	)
	const resend = async () => ({ ok: true, value: null }) as const
	const shown = await renderElement(<ConfirmSignup email={user.email} label="Code" submitLabel="Confirm" resend={resend} />)
	const field = shown.page.querySelector('input') as HTMLInputElement
	await shown.run(() => {
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '123 456')
		field.dispatchEvent(new Event('input', { bubbles: true }))
	})
	await shown.run(() => shown.page.querySelector('form')?.requestSubmit())
	return shown
}

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('a new account is signed in with its code', async () => {
	const { page, leave } = await enterCode({ isNeeded: false, ways: [] })
	await vi.waitFor(() => expect(page.textContent).toContain('You’re signed in'))
	await leave()
})

test('an existing account with a second factor is asked for it', async () => {
	const { page, leave } = await enterCode({ isNeeded: true, ways: [{ type: 'totp', factorId: 'f1', name: 'Phone' }] })
	await vi.waitFor(() => expect(page.textContent).toContain('it needs a second factor'))
	expect(page.textContent).not.toContain('You’re signed in')
	expect(document.activeElement?.textContent).toBe('One more step')
	await leave()
})
