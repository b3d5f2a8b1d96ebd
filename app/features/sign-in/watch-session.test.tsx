import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { dismissEndedSession, markSigningOut } from '#app/lib/ended-session.ts'
import { forgetSession, notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { WatchSession } from './watch-session.tsx'

vi.mock('#app/lib/backend.ts')

const signIn = (id = 'ada') => {
	localStorage.setItem(sessionKey(), JSON.stringify({ user: { id, email: `${id}@example.com`, user_metadata: {} } }))
	notifySessionChange()
}

async function open(path: string, isNeeded = false) {
	vi.stubGlobal('fetch', async () => Response.json({ isNeeded, ways: [{ type: 'recovery_code' }] }))
	localStorage.clear()
	signIn()
	const view = await renderElement(
		<MemoryRouter initialEntries={[path]}>
			<WatchSession />
		</MemoryRouter>,
	)
	// The previous test's session counts as ended, so its banner is dismissed first.
	await view.run(dismissEndedSession)
	const used = operatePage(view)
	const dialog = () => view.page.querySelector('dialog[open] h2')?.textContent
	const banner = () => view.page.querySelector('[aria-label="Your session"]')
	return { ...view, ...used, dialog, banner }
}

afterEach(() => {
	vi.unstubAllGlobals()
	document.documentElement.style.scrollPaddingBottom = ''
})

test('on a page that works without an account, an ended session shows a banner, which keeps the focused field visible', async () => {
	const { run, until, banner, dialog, press } = await open('/module/1')
	expect(banner()).toBeNull()
	await run(forgetSession)
	await until(() => expect(banner()?.textContent).toContain('Your session has ended.'))
	expect([dialog(), document.documentElement.style.scrollPaddingBottom]).toEqual([undefined, '14rem'])
	await press('Not now')
	expect([banner(), document.documentElement.style.scrollPaddingBottom]).toEqual([null, ''])
})

test('signing in again from the banner opens the dialog, and closing it shows the banner again', async () => {
	const { run, until, banner, dialog, press, page } = await open('/module/1')
	await run(forgetSession)
	await until(() => expect(banner()).not.toBeNull())
	await press('Sign In Again')
	expect([dialog(), banner(), page.querySelector<HTMLInputElement>('[name=email]')?.value]).toEqual([
		'Your session has ended',
		null,
		'ada@example.com',
	])
	await press('Close')
	await until(() => expect([dialog(), banner() === null]).toEqual([undefined, false]))
})

test.each([false, true])(
	'the banner goes away once the learner signs in again in another tab; second factor needed: %s',
	async (isNeeded) => {
		const { run, until, banner, page } = await open('/module/1', isNeeded)
		await run(forgetSession)
		await until(() => expect(banner()).not.toBeNull())
		await run(() => signIn())
		await until(() => expect(page.textContent).toBe(''))
	},
)

test('on the settings page the dialog opens by itself, and leaving it closes it for good', async () => {
	const { run, until, banner, dialog, press, page } = await open('/settings')
	await run(forgetSession)
	await until(() => expect(dialog()).toBe('Your session has ended'))
	expect(banner()).toBeNull()
	await press('Leave this page')
	await until(() => expect(page.textContent).toBe(''))
})

test('a dialog asks for the second factor before it closes', async () => {
	const { run, until, sees, dialog } = await open('/settings', true)
	await run(forgetSession)
	await until(() => expect(dialog()).toBeDefined())
	await run(() => signIn())
	await sees('your account needs a second factor')
	expect(dialog()).toBe('Your session has ended')
})

test('a learner who signs out sees no banner', async () => {
	const { run, page } = await open('/module/1')
	await run(() => {
		markSigningOut('ada')
		forgetSession()
	})
	await run(() => new Promise((resolve) => setTimeout(resolve)))
	expect(page.textContent).toBe('')
})
