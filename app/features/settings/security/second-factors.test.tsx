import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { loadAuth } from '#app/lib/backend.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { RecoveryCodes } from './recovery-codes.tsx'
import { AuthenticatorApps, SecurityKeys } from './second-factors.tsx'

vi.mock('#app/lib/backend.ts')

type Account = { apps?: string[]; keys?: string[]; left?: { remaining: number; total: number } | null }

const named = (name: string) => ({ id: name, friendly_name: name, created_at: '2026-11-20T10:00:00Z' })
/** Renders the three sections for an account. The simulated auth server records how recovery codes were requested. */
async function open({ apps = [], keys = [], left = null }: Account) {
	const made: string[] = []
	let codesLeft = left
	const make = (name: string) => async () => {
		made.push(name)
		codesLeft = { remaining: 10, total: 10 }
		return { data: { codes: ['abcdefgh23456789'] }, error: null }
	}
	vi.stubGlobal('fetch', async () => Response.json({}))
	vi.mocked(loadAuth).mockResolvedValue({
		mfa: {
			listFactors: async () => ({ data: { totp: apps.map(named), webauthn: keys.map(named) }, error: null }),
			recoveryCodes: {
				getStatus: async () => (codesLeft ? { data: codesLeft, error: null } : { data: null, error: { code: 'mfa_factor_not_found' } }),
				generate: make('generate'),
				regenerate: make('regenerate'),
			},
		},
	} as never)
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<AuthenticatorApps />
			<SecurityKeys />
			<RecoveryCodes />
		</QueryClientProvider>,
	)
	const settle = () => view.run(() => new Promise((resolve) => setTimeout(resolve, 5)))
	const press = async (name: string) => {
		await view.run(() => [...view.page.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click())
		await settle()
	}
	await settle()
	await settle()
	return { ...view, made, press }
}

const LAST = 'It’s your only second factor'

test.each([
	{ apps: ['phone'], keys: [], removed: 'phone', isLast: true },
	{ apps: [], keys: ['blue key'], removed: 'blue key', isLast: true },
	{ apps: ['phone'], keys: ['blue key'], removed: 'phone', isLast: false },
	{ apps: ['phone'], keys: ['blue key'], removed: 'blue key', isLast: false },
	{ apps: ['phone', 'tablet'], keys: [], removed: 'tablet', isLast: false },
])(
	'with the apps $apps and the keys $keys, removing $removed warns of the last factor: $isLast',
	async ({ apps, keys, removed, isLast }) => {
		const { page, press } = await open({ apps, keys })
		await press(`Remove ${removed}`)
		expect(page.textContent).toContain(removed === 'blue key' ? 'Remove this key?' : 'Remove this app?')
		expect(page.textContent.includes(LAST)).toBe(isLast)
	},
)

test.each([
	{ left: null, buttons: ['Create Recovery Codes'], call: 'generate' },
	{ left: { remaining: 2, total: 10 }, buttons: ['Create New Codes', 'Create New Codes'], call: 'regenerate' },
])('with $left recovery codes left, new ones are made by $call and counted', async ({ left, buttons, call }) => {
	const { page, made, press } = await open({ apps: ['phone'], left })
	expect(page.textContent.includes('2 of 10 codes are left. Create new ones soon.')).toBe(left !== null)
	for (const button of buttons) await press(button)
	expect(made).toEqual([call])
	expect(page.textContent).toContain('abcd-efgh-2345-6789')
	await press('I Have Saved Them')
	expect(page.textContent).not.toContain('abcd-efgh-2345-6789')
	expect(page.textContent).toContain('10 of 10 codes are left.')
	expect(page.textContent).not.toContain('Create new ones soon')
})

test('an account without a second factor has no recovery codes', async () => {
	const { page } = await open({})
	expect(page.textContent).toContain('No app yet.')
	expect(page.textContent).not.toContain('Recovery codes')
})
