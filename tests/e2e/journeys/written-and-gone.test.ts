import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from '#tests/e2e/setup/journey.ts'

const SECTION = '/course/module1?section=progress-tracking-setup'

const note = (page: Page) => page.getByLabel('Your notes', { exact: true })

/** Opens a page for a signed-in learner, and waits until browser and account have synced. */
async function open(page: Page, path: string) {
	await page.goto(path)
	await expect(page.getByRole('status').filter({ hasText: 'Saving to your account' })).toHaveCount(0)
	await page.waitForLoadState('networkidle')
}

/** Returns a function that reads an endpoint as the signed-in learner, bypassing the page. */
async function accountOf(page: Page, request: APIRequestContext) {
	const token = await page.evaluate(() => {
		const key = Object.keys(localStorage).find((each) => each.endsWith('-auth-token')) ?? ''
		const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }
		return session.access_token ?? ''
	})
	return async (path: string) => (await request.get(path, { headers: { authorization: `Bearer ${token}` } })).text()
}

test('a note reaches the account when the page is left at once by link or by closing the tab', async ({ page, request, signUp }) => {
	await signUp()
	const account = await accountOf(page, request)
	const inAccount = (text: string) => expect.poll(() => account('/api/notes'), { timeout: 4000 }).toContain(text)
	await open(page, SECTION)
	await note(page).fill('Left by the header')
	await page.getByRole('banner').getByRole('link', { name: 'Resources' }).first().click()
	await expect(page).toHaveURL('/free-resources')
	await inAccount('Left by the header')

	await open(page, SECTION)
	await note(page).fill('Left by another address')
	await page.goto('/about')
	await inAccount('Left by another address')

	const tab = await page.context().newPage()
	await open(tab, SECTION)
	await note(tab).fill('Left by closing')
	await tab.close()
	await inAccount('Left by closing')
})

test('a planner week reaches the account when the tab is closed at once', async ({ page, request, signUp }) => {
	await signUp()
	const account = await accountOf(page, request)
	const tab = await page.context().newPage()
	await open(tab, '/weekly-planner')
	await tab.getByLabel('Idea Name, row 1').fill('Planned and gone')
	await tab.close()
	await expect.poll(() => account('/api/planner'), { timeout: 4000 }).toContain('Planned and gone')
})

test('data that couldn’t be sent when the tab closed is sent from the next page', async ({ page, request, signUp }) => {
	await signUp()
	const account = await accountOf(page, request)
	const tab = await page.context().newPage()
	// Intercepted within the page: a request of a closing tab may bypass Playwright's routes.
	await tab.addInitScript(() => {
		const send = window.fetch
		window.fetch = (input, init) => {
			const url = input instanceof Request ? input.url : String(input)
			return url.endsWith('/api/notes/merge') ? Promise.reject(new TypeError('away')) : send(input, init)
		}
	})
	await open(tab, SECTION)
	await note(tab).fill('Kept for later')
	await tab.close()
	expect(await account('/api/notes')).not.toContain('Kept for later')
	await page.goto('/about')
	await expect.poll(() => account('/api/notes'), { timeout: 4000 }).toContain('Kept for later')
})
