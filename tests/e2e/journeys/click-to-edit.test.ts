import { enterConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'

const HEADLINE = 'A headline from the preview'

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

test('clicking a headline in the preview opens its field, and the published page shows the change', async ({ browser }) => {
	const server = createOwnServer()
	try {
		await server.start()
		const page = await (await browser.newContext()).newPage()
		await enterConsole(page.context(), server)
		await page.goto('/admin/content/site')
		const wide = page.frameLocator('iframe[title$="on a wide screen"]')

		await test.step('click', async () => {
			const headline = wide.getByRole('heading', { level: 1 }).getByRole('link').first()
			await expect(headline).toHaveAttribute('title', /^Edit: Home › /)
			await headline.click()
			await expect(page).toHaveURL(/\/admin\/content\/file\?path=marketing%2Fhome\.json&at=/)
		})
		await test.step('change', async () => {
			const field = page.locator(':focus')
			await expect(field).toHaveAttribute('name', /^s\/hero\//)
			await field.fill(HEADLINE)
			const beside = page.frameLocator('iframe[title="Live preview"]')
			await expect(beside.getByRole('heading', { level: 1 })).toContainText(HEADLINE)
			await beside.getByRole('link', { name: 'Three things, in this order' }).click()
			await expect(page.locator(':focus')).toHaveValue('Three things, in this order')
			await expect(page.getByText('Saved as a draft')).toBeVisible()
		})
		await test.step('a text of another file, before the last change is saved', async () => {
			await page.locator(':focus').fill('Three things, in order')
			await page.frameLocator('iframe[title="Live preview"]').locator('a[data-edit][href*="path=site.json"]').first().click()
			await expect(page).toHaveURL(/path=site\.json/)
			await page.goBack()
			await expect(page.locator('[value="Three things, in order"]')).toBeAttached()
		})
		await test.step('keyboard and look mode', async () => {
			await page.goto('/admin/content/site')
			await wide.getByRole('link', { name: HEADLINE }).focus()
			await page.keyboard.press('Enter')
			await expect(page.locator(':focus')).toHaveValue(HEADLINE)
			await page.goto('/admin/content/site?mode=look')
			await expect(wide.getByText(HEADLINE)).toBeVisible()
			await wide.getByRole('link', { name: 'About', exact: true }).last().click()
			await expect(page).toHaveURL(/\/admin\/content\/site\?page=%2Fabout&mode=look/)
		})
		await test.step('a paragraph of a lesson', async () => {
			const lesson = 'course/module-2/lessons/first-sale.md'
			await page.goto(`/admin/content/site?${new URLSearchParams({ page: '/course/module2?section=first-sale' }).toString()}`)
			await wide.getByRole('link', { name: 'Then come the hours in which beginners spoil things' }).click()
			await expect(page).toHaveURL(new RegExp(`path=${encodeURIComponent(lesson)}&at=\\d+#line-\\d+$`))
			await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
			const block = await page.evaluate(() => window.getSelection()?.anchorNode?.textContent)
			expect(block).toMatch(/^Then come the hours/)
		})
		await test.step('a figure of a lesson', async () => {
			await page.goto(`/admin/content/site?${new URLSearchParams({ page: '/course/module2?section=first-sale' }).toString()}`)
			await wide.getByRole('link', { name: 'The hour, the day, the week' }).first().click()
			const figure = page.getByRole('group', { name: 'Figure: The hour, the day, the week' })
			await expect(figure.getByRole('button', { name: 'Edit' })).toBeFocused()
		})
		await test.step('publish', async () => {
			await page.goto('/admin/content/publish')
			await expect(page.getByText(HEADLINE).first()).toBeVisible()
			await expect(page.frameLocator('iframe').nth(1).getByText(HEADLINE).first()).toBeAttached()
			await expect(page.getByRole('checkbox', { name: 'Home', exact: true })).toBeChecked()
			await page.getByRole('button', { name: 'Publish', exact: true }).click()
			await expect(page).toHaveURL(/published=/)
			await page.goto('/')
			await expect(page.getByRole('heading', { level: 1 })).toContainText(HEADLINE)
			await expect(page.locator('[data-edit]')).toHaveCount(0)
		})
	} finally {
		await server.remove()
	}
})
