import { afterEach, expect, test, vi } from 'vitest'

import { loadAuth } from '#app/lib/backend.ts'
import { dismissEndedSession } from '#app/lib/ended-session.ts'
import { forgetSession, notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import SettingsRoute from './settings.tsx'

vi.mock('#app/lib/backend.ts')

const signIn = (id: string) => {
	localStorage.setItem(sessionKey(), JSON.stringify({ user: { id, email: `${id}@example.com`, user_metadata: { name: id } } }))
	notifySessionChange()
}

async function open(search = '', userId: string | null = 'ada') {
	const asked: string[] = []
	localStorage.clear()
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path)
		return Response.json({}, { status: 503 })
	})
	vi.mocked(loadAuth).mockRejectedValue(new TypeError('offline'))
	if (userId !== null) signIn(userId)
	const view = await renderElement(inSite(SettingsRoute, '/settings', `/settings${search}`))
	// The app regards the previous test's session as ended, and waits until that is dismissed.
	if (userId === null) await view.run(dismissEndedSession)
	const used = operatePage(view)
	const shown = () => view.page.querySelector('[role=tab][aria-selected=true]')?.textContent
	return { ...view, ...used, asked, shown }
}

afterEach(() => vi.unstubAllGlobals())

test.each([
	{ search: '', tab: 'Profile' },
	{ search: '?tab=unknown', tab: 'Profile' },
	{ search: '?tab=sms', tab: 'SMS' },
	{ search: '?tab=security', tab: 'Security' },
])('/settings$search opens $tab, and a visitor comes back to it after signing in', async ({ search, tab }) => {
	const { shown, page, leave } = await open(search)
	expect(shown()).toBe(tab)
	expect([...page.querySelectorAll('h2')].filter((heading) => !heading.closest('dialog')).map(({ textContent }) => textContent)).toEqual([
		tab,
	])
	await leave()
	const visitor = await open(search, null)
	expect(visitor.page.querySelector('h1')?.textContent).toBe('Authentication Required')
	const next = new URL(visitor.button('Sign In')?.getAttribute('href') ?? '', 'http://localhost').searchParams.get('next')
	expect(next).toBe(tab === 'Profile' ? '/settings' : `/settings${search}`)
})

test('a tab loads when it is first opened and keeps its input after another one was open', async () => {
	const { press, type, field, shown, asked, page } = await open()
	await type('Name', 'Ada Lovelace')
	expect(asked.some((path) => path.includes('/api/preferences'))).toBe(false)
	await press('Notifications')
	expect([shown(), field('Name')]).toEqual(['Notifications', undefined])
	expect(asked.filter((path) => path.includes('/api/preferences'))).toHaveLength(1)
	await press('Profile')
	expect([shown(), field('Name')?.value, page.querySelector('#notifications') !== null]).toEqual(['Profile', 'Ada Lovelace', true])
})

test('when the session ends, the page stays with its input until the dialog is dismissed', async () => {
	const { run, type, field, page } = await open()
	await type('Name', 'Ada Lovelace')
	await run(forgetSession)
	expect(field('Name')?.value).toBe('Ada Lovelace')
	await run(() => signIn('ada'))
	expect(field('Name')?.value).toBe('Ada Lovelace')
	await run(forgetSession)
	await run(dismissEndedSession)
	expect(page.querySelector('h1')?.textContent).toBe('Authentication Required')
})

test('another account sees its own settings, without the input of the one before', async () => {
	const { run, type, field, page } = await open()
	await type('Name', 'Ada Lovelace')
	await run(() => signIn('bob'))
	expect(field('Name')?.value).toBe('bob')
	expect(page.textContent).toContain('bob@example.com')
})
