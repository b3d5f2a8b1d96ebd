import { test } from '#tests/e2e/setup/journey.ts'
import { mailOf, openConsole, OPERATOR } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'

const PORT = 4171
const OUT = '/work/tmp/t/data-lessons/shots'
test.use({ baseURL: `http://localhost:${PORT}`, extraHTTPHeaders: {} })
test('look', async ({ browser }) => {
	test.setTimeout(400_000)
	const server = createOwnServer(PORT, { OPERATOR_EMAIL: OPERATOR })
	try {
		await server.start()
		const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
		const page = await context.newPage()
		page.on('dialog', (dialog) => void dialog.accept())
		await openConsole(page, await mailOf(server.origin, OPERATOR))
		const shot = async (name: string, fullPage = false) => {
			await page.waitForTimeout(1200)
			await page.screenshot({ path: `${OUT}/${name}.png`, fullPage })
		}
		await page.goto('/admin/content/new/module?course=course%2Fcourse.json')
		await shot('module')
		await page.getByLabel('Title', { exact: true }).fill('Hiring: your first helper')
		await page.getByLabel('What it teaches, in a sentence').fill('Who to ask, and what to hand over.')
		await page.getByLabel('Title of its first lesson').fill('What to hand over')
		await page.getByRole('button', { name: 'Create draft' }).click()
		await page.waitForURL(/said=module-begun/)
		await shot('course', true)
		await page.goto('/admin/content/publish')
		await shot('publish', true)
		await shot('publish-top')
		await page.setViewportSize({ width: 390, height: 844 })
		await shot('publish-phone')
		await page.setViewportSize({ width: 1280, height: 900 })
		await page.getByRole('button', { name: 'Publish', exact: true }).click()
		await page.waitForURL(/published=/)
		await shot('published')
		await page.goto(`/admin/content/file?path=${encodeURIComponent('course/module-2/lessons/first-sale.md')}`)
		await page.waitForTimeout(1500)
		await page.getByRole('tab', { name: 'Exercises' }).click()
		await shot('exercises')
		await page.setViewportSize({ width: 390, height: 844 })
		await shot('exercises-phone')
		await page.setViewportSize({ width: 1280, height: 900 })
		await page.goto('/admin/content/site?page=' + encodeURIComponent('/course/module2?section=first-sale'))
		await shot('lesson-preview', true)
		await page.goto('/admin/content/site')
		await shot('site-preview')
		await page.goto('/admin/letters/new')
		await shot('letter')
		await page.goto('/admin/settings/brand')
		await page.getByLabel('Brand color').first().fill('#1d4ed8')
		await shot('brand', true)
		await page.emulateMedia({ colorScheme: 'dark' })
		await shot('brand-dark')
		await page.goto('/admin/content/publish')
		await shot('publish-dark')
	} finally {
		await server.remove()
	}
})
