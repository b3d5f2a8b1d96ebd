import type { Page } from '@playwright/test'

import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { mailOf, openConsole, OPERATOR } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'

// No extra headers, unlike other journeys: with them, a page with an opaque origin would trigger CORS preflights.
test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

/** Returns everything that this browser stores for the site, except the console's scroll positions. */
const readStorage = (page: Page) =>
	page.evaluate(async () => ({
		local: { ...localStorage },
		session: { ...sessionStorage, launchway_console_scroll: undefined },
		caches: await caches.keys(),
		databases: await indexedDB.databases(),
		workers: (await navigator.serviceWorker.getRegistrations()).length,
	}))

test('an operator sees a learner’s pages in module 2, can’t change anything there, and the learner sees that it happened', async ({
	browser,
	email,
}) => {
	const server = createOwnServer({ OPERATOR_EMAIL: OPERATOR })
	const call = async (path: string, token: string, body?: unknown) => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
		return fetch(server.origin + path, { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) })
	}
	try {
		await server.start()
		const learner = await (await browser.newContext()).newPage()
		await fetch(`${server.origin}/auth/v1/otp`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email, create_user: true }),
		})
		await followLink(learner, await mailOf(server.origin, email))
		await expect(learner).toHaveURL('/dashboard')
		const token = await learner.evaluate(() => JSON.parse(localStorage['sb-localhost-auth-token'] as string).access_token as string)
		const done = ['first-income-stream', 'market-research-validation']
		const changedAt = Date.now() - 1000
		const entries = [
			{ kind: 'module', key: '1', done: true, changedAt },
			...done.map((section, index) => ({ kind: 'section', key: `2/${section}`, done: true, changedAt: changedAt + index })),
		]
		expect((await call('/api/progress/merge', token, { entries })).status).toBe(200)
		const stored = async () => (await call('/api/progress', token)).text()
		const before = await stored()

		const context = await browser.newContext()
		const page = await context.newPage()
		await openConsole(page, await mailOf(server.origin, OPERATOR))
		const kept = await readStorage(page)
		expect(kept.local['sb-localhost-auth-token']).toContain(OPERATOR)

		await page.goto(`/admin/learners?q=${encodeURIComponent(email)}`)
		await page.getByRole('link', { name: email }).click()
		await page.getByRole('button', { name: 'View as learner' }).click()
		const form = page.getByRole('dialog')
		await form.getByLabel('Reason').fill('They wrote that module 2 hangs')
		await form.getByRole('button', { name: 'View as learner' }).click()
		await expect(page.getByText('Read-only.')).toBeVisible()
		const frame = page.frameLocator('iframe')
		await expect(frame.getByText(`Signed in as ${email}`)).toBeVisible()
		await expect(frame.getByText('Continue where you left off in module 2')).toBeVisible()

		await frame.getByRole('link', { name: 'Continue Learning' }).click()
		await expect(page).toHaveURL(/at=%2Fcourse%2Fmodule2/)
		await expect(frame.getByText('Most beginners build first and ask later')).toBeVisible()
		await expect(page.getByRole('alert')).toBeHidden()
		await frame.getByRole('tab', { name: 'Step-by-Step' }).click()
		await frame.getByRole('checkbox').first().check()
		await expect(page.getByRole('alert')).toContainText('Nothing was saved')
		expect(await stored()).toBe(before)

		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
		await expect(page).toHaveURL(/at=%2Fsettings/)
		await page.getByRole('link', { name: 'Phone' }).click()
		await expect(page.locator('iframe')).toHaveAttribute('width', '390')
		await expect(frame.getByText(email).first()).toBeVisible()
		await frame.getByLabel('Name', { exact: true }).fill('Another Name')
		await frame.getByRole('button', { name: 'Save Name' }).click()
		await expect(frame.getByText('This is a read-only view')).toBeVisible()
		await page.goBack()
		await expect(page.locator('iframe')).toHaveAttribute('width', '1280')
		await page.goBack()
		await expect(page).toHaveURL(/at=%2Fcourse%2Fmodule2/)
		await expect(frame.getByText('Most beginners build first and ask later')).toBeVisible()
		expect(await readStorage(page)).toEqual(kept)

		// Uses the keyboard, because pages in the frame still shift while they load.
		await page.getByRole('button', { name: 'Close view' }).press('Enter')
		await expect(page.getByText('View closed.')).toBeVisible()
		const copy = await (await call('/api/privacy/export', token, { format: 'json' })).text()
		expect(copy.match(/seen_by_operator/g)).toHaveLength(1)
		expect(copy).not.toContain('Another Name')
	} finally {
		await server.remove()
	}
})
