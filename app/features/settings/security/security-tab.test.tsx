import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { loadAuth } from '#app/lib/backend.ts'
import { DEFAULT_SIGN_IN_WAYS, loadSignInWays, type SignInWays } from '#app/lib/sign-in-ways.ts'
import type { SessionSummary } from '#contracts/account.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { SecurityTab } from './security-tab.tsx'

vi.mock('#app/lib/backend.ts')
vi.mock('#app/lib/sign-in-ways.ts', { spy: true })

const session = (device: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
	id: device,
	device,
	place: null,
	signedInAt: '2026-11-20T10:00:00Z',
	lastUsedAt: '2026-11-21T10:00:00Z',
	endsAt: '2026-12-20T10:00:00Z',
	isCurrent: false,
	...more,
})
const HERE = session('Firefox on Linux', { isCurrent: true, place: '203.0.113.0' })
const identity = (provider: string, email?: string) => ({
	identity_id: provider,
	provider,
	created_at: '2026-11-20T10:00:00Z',
	identity_data: email === undefined ? {} : { email },
})

type Account = {
	sessions?: SessionSummary[]
	identities?: object[]
	passkeys?: object[]
	grants?: object[]
	ways?: Partial<SignInWays>
	isManaged?: boolean
	/** Status of the response that ends a session. */
	ends?: number
}

/** Renders the tab. `called` lists the changes that the server got. */
async function open({ sessions = [HERE], identities = [], passkeys = [], grants = [], ways = {}, isManaged = false, ends = 204 }: Account) {
	const called: string[] = []
	const lists = { sessions, identities, passkeys, grants }
	const note = (name: string, change: () => void) => async () => {
		called.push(name)
		change()
		return { data: {}, error: null }
	}
	const listed = (list: keyof typeof lists) => async () => ({ data: lists[list], error: null })
	vi.stubGlobal('PublicKeyCredential', class {})
	vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
		if (method !== 'DELETE') return Response.json(path === '/api/sessions' ? lists.sessions : {})
		called.push(`DELETE ${path}`)
		if (ends < 300 || ends === 404) lists.sessions = [HERE]
		return ends === 204 ? new Response(null, { status: 204 }) : Response.json({ error: { code: 'no', message: 'No.' } }, { status: ends })
	})
	vi.mocked(loadSignInWays).mockResolvedValue({ ...DEFAULT_SIGN_IN_WAYS, ...ways })
	vi.mocked(loadAuth).mockResolvedValue({
		mfa: { listFactors: async () => ({ data: { totp: [], webauthn: [] }, error: null }) },
		passkey: {
			list: listed('passkeys'),
			delete: note('delete passkey', () => (lists.passkeys = [])),
			update: ({ friendlyName }: { friendlyName: string }) =>
				note(
					`rename to ${friendlyName}`,
					() => (lists.passkeys = lists.passkeys.map((each) => ({ ...each, friendly_name: friendlyName }))),
				)(),
		},
		registerPasskey: note('add passkey', () => (lists.passkeys = [{ id: 'new', created_at: '2026-11-20T10:00:00Z' }])),
		getUserIdentities: async () => ({ data: { identities: lists.identities }, error: null }),
		unlinkIdentity: note('unlink', () => (lists.identities = lists.identities.slice(1))),
		linkIdentity: ({ provider, options }: { provider: string; options: object }) =>
			note(`link ${provider} ${JSON.stringify(options)}`, () => {})(),
		oauth: { listGrants: listed('grants'), revokeGrant: note('revoke', () => (lists.grants = [])) },
		signOut: ({ scope }: { scope: string }) => note(`sign out ${scope}`, () => (lists.sessions = [HERE]))(),
	} as never)
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<SecurityTab isManaged={isManaged} />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Loading'))
	return { ...view, ...used, called }
}

afterEach(() => vi.unstubAllGlobals())

test('the current session has no Sign Out button, and alone there are no others to sign out', async () => {
	const { page, buttons } = await open({})
	expect(buttons().filter((name) => name?.startsWith('Sign Out'))).toEqual([])
	expect(page.textContent).toContain(' from 203.0.113.0. Ends ')
})

test.each([204, 404])('a session signed out with the answer %i leaves the list', async (ends) => {
	const { page, buttons, press, toasts, called, until } = await open({ sessions: [HERE, session('Safari on iPhone')], ends })
	expect(buttons().filter((name) => name?.startsWith('Sign Out'))).toEqual(['Sign Out Safari on iPhone', 'Sign Out All Other Devices'])
	const rows = [...page.querySelectorAll('#sessions + p + ul > li')].map(({ textContent }) => textContent)
	expect(rows.map((row) => row.includes('This device'))).toEqual([true, false])
	expect(rows.map((row) => row.includes(' from '))).toEqual([true, false])
	await press('Sign Out Safari on iPhone')
	await toasts('Safari on iPhone has been signed out')
	expect(called).toEqual(['DELETE /api/sessions/Safari on iPhone'])
	await until(() => expect(page.querySelector('#sessions + p + ul')?.children).toHaveLength(1))
})

test('a session that the server refuses to end stays, with a reason', async () => {
	const { button, press, toasts } = await open({ sessions: [HERE, session('Safari on iPhone')], ends: 500 })
	await press('Sign Out Safari on iPhone')
	await toasts('Error. ')
	expect(button('Sign Out Safari on iPhone')).toBeDefined()
})

test('all other devices are signed out only after a confirmation', async () => {
	const { page, press, toasts, called, until } = await open({ sessions: [HERE, session('Safari on iPhone')] })
	await press('Sign Out All Other Devices')
	await press('Cancel')
	expect([called, page.querySelector('dialog[open]')]).toEqual([[], null])
	await press('Sign Out All Other Devices')
	await press('Sign Out Others')
	await toasts('All other devices have been signed out')
	expect([called, page.querySelector('dialog[open]')]).toEqual([['sign out others'], null])
	await until(() => expect(page.textContent).not.toContain('Safari on iPhone'))
})

test.each([
	{ name: 'an own account', isManaged: false, ways: {}, isOffered: true },
	{ name: 'an account of an organization', isManaged: true, ways: {}, isOffered: false },
	{ name: 'a site without passkeys', isManaged: false, ways: { hasPasskeys: false }, isOffered: false },
])('for $name, passkeys are offered: $isOffered', async ({ isManaged, ways, isOffered }) => {
	const { button } = await open({ isManaged, ways })
	expect(button('Add a Passkey') !== undefined).toBe(isOffered)
})

test('a passkey is added, renamed and removed, and the list follows', async () => {
	const { page, press, type, sees, toasts, called, until } = await open({})
	await sees('No passkeys yet.')
	await press('Add a Passkey')
	await toasts('You can now sign in with it')
	await until(() => expect(page.querySelector('#passkeys ~ ul strong')?.textContent).toBe('Passkey'))
	expect(page.textContent).not.toContain('last used')
	await press('Rename Passkey')
	await type('Name', '')
	await press('Save Name')
	await sees('Please enter a name')
	await type('Name', 'Phone')
	await press('Save Name')
	await until(() => expect(page.querySelector('#passkeys ~ ul strong')?.textContent).toBe('Phone'))
	expect(page.querySelector('dialog[open]')).toBeNull()
	await press('Remove Phone')
	await press('Remove Passkey')
	await sees('No passkeys yet.')
	expect(called).toEqual(['add passkey', 'rename to Phone', 'delete passkey'])
})

const LINKED = [identity('github', 'ada@example.com'), identity('custom:my-school')]

test.each([
	{ name: 'linking is off', list: LINKED, ways: { providers: ['github', 'google'] }, buttons: [] },
	{ name: 'only one is left', list: [LINKED[0]], ways: { canLink: true, providers: ['github'] }, buttons: [] },
	{
		name: 'two are linked and one is free',
		list: LINKED,
		ways: { canLink: true, providers: ['github', 'google'] },
		buttons: ['Unlink GitHub', 'Unlink My school', 'Link Google'],
	},
])('identities when $name: $buttons', async ({ list, ways, buttons: expected }) => {
	const { page, buttons, sees } = await open({ identities: list as object[], ways })
	await sees('GitHub')
	expect(buttons().filter((name) => /^(Unlink|Link) ./.test(name ?? ''))).toEqual(expected)
	expect(page.textContent).toContain('GitHub ada@example.com, since ')
	if (list.length > 1) expect(page.textContent).toContain('My school since ')
})

test('unlinking an identity is confirmed and shortens the list', async () => {
	const { page, press, sees, toasts, called, until } = await open({ identities: LINKED, ways: { canLink: true, providers: ['github'] } })
	await sees('GitHub')
	await press('Unlink GitHub')
	await press('Unlink')
	await toasts('GitHub no longer signs you in')
	expect(called).toEqual(['unlink'])
	await until(() => expect(page.querySelector('#identities ~ ul')?.children).toHaveLength(1))
	await press('Link GitHub')
	expect(called[1]).toContain('/auth/callback?next=%2Fsettings%3Ftab%3Dsecurity')
})

test.each([
	{ hasApplications: false, text: 'Linked identities' },
	{ hasApplications: true, text: 'No application has access to your account.' },
])('applications are listed if the site lets them in: $hasApplications', async ({ hasApplications, text }) => {
	const { page, sees } = await open({ ways: { hasApplications } })
	await sees(text)
	expect(page.querySelector('#applications') !== null).toBe(hasApplications)
})

test('an application whose access is removed leaves the list', async () => {
	const grants = [{ client: { id: 'app', name: 'Reader' }, scopes: ['openid'], granted_at: '2026-11-20T10:00:00Z' }]
	const { press, sees, toasts, called } = await open({ grants, ways: { hasApplications: true } })
	await sees('Reader')
	await press('Remove Access Reader')
	await press('Remove')
	await toasts('Reader can no longer read your data')
	await sees('No application has access to your account.')
	expect(called).toEqual(['revoke'])
})
