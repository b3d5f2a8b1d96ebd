import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { mailOf, openConsole, OPERATOR } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'

const PORT = Number(process.env.E2E_PORT ?? 3199) + 19
const LESSON = 'course/module-2/lessons/first-sale.md'

test.use({ baseURL: `http://localhost:${PORT}`, extraHTTPHeaders: {} })

test('somebody who writes no code changes a lesson', async ({ browser }) => {
	test.setTimeout(240_000)
	const server = createOwnServer(PORT, { OPERATOR_EMAIL: OPERATOR })
	try {
		await server.start()
		const page = await (await browser.newContext()).newPage()
		await openConsole(page, await mailOf(server.origin, OPERATOR))
		await page.goto(`/admin/content/file?path=${encodeURIComponent(LESSON)}`)
		const text = page.getByRole('textbox', { name: 'Text', exact: true })
		await expect(text).toContainText('The first sale rarely comes at a good time.')
		await expectNoFaultsAnyWidth(page)

		await page.getByLabel('Title', { exact: true }).first().fill('First Sale: what now')
		await text.getByText('Write these lines on a card.').click()
		await page.keyboard.press('End')
		await page.keyboard.type(' Keep it in your wallet.')
		await text.getByRole('group', { name: 'Figure' }).first().getByRole('button', { name: 'Edit' }).click()
		await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('The hour: the day, the week')
		await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
		await expect(text.getByText('The hour: the day, the week')).toBeVisible()
		await page.getByRole('tab', { name: 'Steps' }).click()
		await page.getByRole('button', { name: 'Add step' }).click()
		await page
			.getByRole('textbox', { name: /^Step \d+$/ })
			.last()
			.fill('Sleep on it: then decide')
		await page.getByRole('button', { name: 'Save draft' }).first().click()
		await expect(page).toHaveURL(/said=content-saved/)

		const changes = page.getByLabel('From what is public to this draft').locator('del, ins')
		await expect(changes).toHaveText([
			'-title: First Sale',
			'+title: "First Sale: what now"',
			'+  - "Sleep on it: then decide"',
			'-Write these lines on a card.',
			'+Write these lines on a card. Keep it in your wallet.',
			'-title: The hour, the day, the week',
			'+title: "The hour: the day, the week"',
		])
	} finally {
		await server.remove()
	}
})
