import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { signOut } from '#app/lib/auth-calls.ts'
import { loadAuth } from '#app/lib/backend.ts'
import { NAME_TOO_LONG } from '#domain/auth/signup-name.ts'
import { INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ProfileTab } from './profile-tab.tsx'

vi.mock('#app/lib/backend.ts')
vi.mock('#app/lib/auth-calls.ts', { spy: true })

const ERASURE = { requestedAt: '2026-11-20T12:00:00Z', erasesAt: '2026-12-04T12:00:00Z' }
const REFUSED = { status: 422, code: 'unexpected', message: 'Not now.' }

type Account = { pending?: string; erasure?: typeof ERASURE | null; refused?: object | null; privacy?: number }

/** Renders Ada's tab. `refused`: error of every change; `privacy`: HTTP status when a deletion is scheduled or canceled. */
async function open({ pending, erasure = null, refused = null, privacy = 200 }: Account = {}) {
	const changed: unknown[] = []
	const account = { pending, erasure }
	const change = async (what: unknown) => {
		changed.push(what)
		return { data: {}, error: refused }
	}
	vi.mocked(signOut).mockClear().mockResolvedValue({ ok: true, value: null })
	vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
		if (method === 'GET') return Response.json({ erasure: account.erasure, proof: 'fresh' })
		changed.push(`${method} ${path}`)
		if (privacy === 200) account.erasure = method === 'DELETE' ? null : ERASURE
		return Response.json(privacy === 200 ? { erasure: account.erasure } : { error: { code: 'x', message: 'Not now.' } }, {
			status: privacy,
		})
	})
	vi.mocked(loadAuth).mockResolvedValue({
		getUser: async () => ({ data: { user: { email: 'ada@example.com', new_email: account.pending } }, error: null }),
		updateUser: async (what: { email?: string }) => {
			if (what.email && !refused) account.pending = what.email
			return change(what)
		},
		resend: async ({ email }: { email: string }) => change(`resend for ${email}`),
	} as never)
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<ProfileTab user={{ id: 'u1', email: 'ada@example.com', name: 'Ada' }} />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Loading'))
	return { ...view, ...used, changed, account }
}

test.each([
	{ field: 'Name', typed: ' ', press: 'Save Name', problem: 'Please enter your name' },
	{ field: 'Name', typed: 'x'.repeat(500), press: 'Save Name', problem: NAME_TOO_LONG },
	{ field: 'New email address', typed: 'ada@', press: 'Change Email', problem: INVALID_EMAIL_MESSAGE },
	{ field: 'New email address', typed: 'ADA@example.com', press: 'Change Email', problem: 'This is already your address' },
	{ field: 'New password', typed: '', press: 'Change Password', problem: 'Please enter a new password' },
])('$field with the text “$typed” is not sent: $problem', async ({ field, typed, press: name, problem }) => {
	const { type, press, describe, changed } = await open()
	await type(field, typed)
	await press(name)
	expect([describe(field)[0], changed]).toEqual([problem, []])
})

test.each([
	{
		field: 'Name',
		typed: ' Ada L. ',
		press: 'Save Name',
		sent: { data: { name: 'Ada L.' } },
		left: ' Ada L. ',
		toast: 'We’ll call you Ada L.',
	},
	{
		field: 'New email address',
		typed: 'ada@new.example',
		press: 'Change Email',
		sent: { email: 'ada@new.example' },
		left: '',
		toast: null,
	},
	{
		field: 'New password',
		typed: ' four random words',
		press: 'Change Password',
		sent: { password: ' four random words' },
		left: '',
		toast: 'Password changed',
	},
])('$field is saved', async ({ field: label, typed, press: name, sent, left, toast }) => {
	const { type, press, field, changed, toasts, sees } = await open()
	await type(label, typed)
	await press(name)
	if (toast) await toasts(toast)
	else await sees('We sent a link to ada@new.example and one to ada@example.com.')
	expect([changed, field(label)?.value]).toEqual([[sent], left])
})

test.each([
	['Name', 'Ada L.', 'Save Name'],
	['New email address', 'ada@new.example', 'Change Email'],
	['New password', 'four random words', 'Change Password'],
])('a refused change of %s keeps what was typed', async (label, typed, name) => {
	const { type, press, field, describe, page, until } = await open({ refused: REFUSED })
	await type(label, typed)
	await press(name)
	await until(() => expect(describe(label)[0]).not.toBe(''))
	expect([field(label)?.value, page.textContent.includes('Waiting for both mailboxes')]).toEqual([typed, false])
})

test('a pending change of email can be resent to the current address and checked', async () => {
	const { press, toasts, changed, account, until, page } = await open({ pending: 'ada@new.example' })
	await press('Resend Emails')
	await toasts('Two new links are on their way')
	expect(changed).toEqual(['resend for ada@example.com'])
	account.pending = undefined
	await press('Check Again')
	await until(() => expect(page.textContent).not.toContain('Waiting for both mailboxes'))
})

test('an account about to be deleted can be kept', async () => {
	const { page, press, sees, changed, until } = await open({ erasure: ERASURE })
	await sees('Your account will be deleted on December 4, 2026')
	await press('Keep My Account')
	await until(() => expect(page.textContent).not.toContain('Your account will be deleted'))
	expect(changed).toEqual(['DELETE /api/privacy/erasure'])
})

test('an account that could not be kept is still about to be deleted', async () => {
	const { press, sees, toasts, button } = await open({ erasure: ERASURE, privacy: 500 })
	await sees('Your account will be deleted')
	await press('Keep My Account')
	await toasts('Error. ')
	expect(button('Keep My Account')).toBeDefined()
})

test.each([
	{ privacy: 200, toast: 'Sign in before December 4, 2026 to keep your account.', isLeft: true },
	{ privacy: 500, toast: 'Error. ', isLeft: false },
])('deleting the account is confirmed, and signs out only if the server agreed: $isLeft', async ({ privacy, toast, isLeft }) => {
	const { press, toasts, changed, until } = await open({ privacy })
	await press('Delete My Account')
	expect(changed).toEqual([])
	await press('Delete My Account')
	await toasts(toast)
	await until(() => expect(vi.mocked(signOut).mock.calls).toHaveLength(isLeft ? 1 : 0))
	expect(changed).toEqual(['POST /api/privacy/erasure'])
})
