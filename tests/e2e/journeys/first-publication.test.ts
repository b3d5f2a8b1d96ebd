import type { Page } from '@playwright/test'

import { expect, test } from '#tests/e2e/setup/journey.ts'
import { mailOf, openConsole, OPERATOR } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'
import { buy } from '#tests/e2e/setup/steps.ts'

const LESSON = 'course/module-1/lessons/skills-inventory-assessment.md'

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

/** Changes fields of a content file by their labels, and saves it as a draft. */
async function edit(page: Page, file: string, change: () => Promise<void>): Promise<void> {
	await page.goto(`/admin/content/file?path=${encodeURIComponent(file)}`)
	await change()
	await page.getByRole('button', { name: 'Save draft' }).first().click()
	await expect(page.getByText('Saved as a draft').or(page.getByText('Draft saved.'))).toBeVisible()
}

test('a new operator sets name, color and price, edits a lesson, previews and publishes it, and makes a sale', async ({
	browser,
	email,
}) => {
	const server = createOwnServer({ OPERATOR_EMAIL: OPERATOR })
	try {
		await server.start()
		const visitor = await (await browser.newContext()).newPage()
		await visitor.goto('/')
		await expect(visitor).toHaveTitle(/^Launchway/)
		const page = await (await browser.newContext()).newPage()
		await test.step('console', async () => openConsole(page, await mailOf(server.origin, OPERATOR)))

		await test.step('name', () => edit(page, 'site.json', () => page.getByLabel('Academy name').fill('Harbor Academy')))
		await test.step('color', () =>
			edit(page, 'brand.json', async () => {
				await page.locator('summary', { hasText: 'light mode' }).click()
				await page.getByLabel('Buttons', { exact: true }).first().fill('#1d4ed8')
			}))
		await test.step('price', () =>
			edit(page, 'offers.json', async () => {
				await page.locator('.json-group > summary').first().click()
				await page.getByLabel('Price', { exact: true }).first().fill('49')
			}))
		await test.step('lesson', () =>
			edit(page, LESSON, () => page.getByLabel('Title', { exact: true }).first().fill('What you can do already')))

		await test.step('preview', async () => {
			await page.goto('/admin/content/site?page=%2Fdigital-income-mastery')
			await expect(page.frameLocator('iframe').first().getByText('$49').first()).toBeVisible()
		})
		await visitor.goto('/digital-income-mastery')
		await expect(visitor.getByText('$47').first()).toBeVisible()

		await test.step('publish', async () => {
			await page.goto('/admin/content/publish')
			await page.getByRole('button', { name: 'Publish', exact: true }).click()
			await expect(page).toHaveURL(/published=/)
		})
		await test.step('public', async () => {
			await visitor.goto('/digital-income-mastery')
			await expect(visitor).toHaveTitle(/ \| Harbor Academy$/)
			await expect(visitor.getByText('$49').first()).toBeVisible()
			await expect(visitor.getByText('$47')).toHaveCount(0)
			await expect(visitor.getByRole('button', { name: 'Enroll Today' }).first()).toHaveCSS('isolation', 'isolate')
			expect(await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())).toBe('#1d4ed8')
			const lesson = await visitor.request.get('/api/course/modules/1/lessons/skills-inventory-assessment')
			expect(await lesson.text()).toContain('What you can do already')
			expect(await (await visitor.request.get('/favicon.svg')).text()).toContain('#1d4ed8')
		})
		await test.step('sale', async () => {
			await buy(visitor, { email, mail: (to) => mailOf(server.origin, to) })
			await page.goto('/admin/orders')
			await expect(page.getByRole('table').getByText('$39.20').first()).toBeVisible()
		})
	} finally {
		await server.remove()
	}
})
