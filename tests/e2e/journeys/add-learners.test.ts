import type { Page } from '@playwright/test'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { enterConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { mailOf } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'

const COURSE = 'Digital Income Mastery'

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {}, contextOptions: { reducedMotion: 'reduce' } })

/** Adds a learner from the list, after a typo that keeps the typed values. */
async function addsOne(page: Page, email: string): Promise<void> {
	await page.goto('/admin/learners')
	await page.getByRole('link', { name: 'Add learner' }).click()
	await page.getByRole('textbox', { name: 'Email' }).fill(email)
	await page.getByRole('textbox', { name: 'Name' }).fill('Ana Lima')
	await page.getByRole('checkbox', { name: COURSE }).check()
	await page.getByRole('button', { name: 'Add learner' }).click()
	await expect(page.getByText('Enter a reason')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await expect(page.getByRole('checkbox', { name: COURSE })).toBeChecked()
	await page.getByLabel('Reason').fill('Paid by check')
	await page.getByRole('button', { name: 'Add learner' }).click()
	await expect(page.getByText('Learner added.')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Ana Lima' })).toBeVisible()
}

/** Imports a CSV with an existing learner, a new one and an invalid address, until the job is done. */
async function importsAFile(page: Page, known: string): Promise<void> {
	await page.goto('/admin/learners')
	await page.getByRole('link', { name: 'Import learners' }).click()
	const file = `Mail,Name\n${known},Ana\nbo@example.test,Bo\nnot an address,Cy\n`
	await page.getByLabel('CSV file').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
	await page.getByRole('button', { name: 'Check file' }).click()
	await expect(page.getByText('“not an address” is not a valid email address')).toBeVisible()
	await page.getByRole('checkbox', { name: COURSE }).check()
	await page.getByRole('button', { name: 'Preview adding 2 learners' }).click()
	await expect(page.getByText('This will apply to 1 learner. 1 learner will be skipped.')).toBeVisible()
	await expect(page.getByText('already has this access')).toBeVisible()
	await page.getByLabel('Reason').fill('The class of spring')
	await page.getByRole('button', { name: 'Add 1 learner' }).click()

	await expect(page.getByText('2 of 2 learners')).toBeVisible()
}

test('a learner is added by hand and opens the course from the mailed link; others are added by file', async ({ browser, email }) => {
	test.setTimeout(180_000)
	const server = createOwnServer()
	try {
		await server.start()
		const page = await (await browser.newContext()).newPage()
		await enterConsole(page.context(), server)
		await addsOne(page, email)

		const learner = await (await browser.newContext()).newPage()
		const invitation = await mailOf(server.origin, email)
		expect(invitation.body).toContain(`You have access to: ${COURSE}.`)
		await followLink(learner, invitation)
		await expect(learner).toHaveURL('/dashboard')
		await learner.goto('/course/module2')
		await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()

		await importsAFile(page, email)
		expect((await mailOf(server.origin, 'bo@example.test')).subject).toContain('You’re invited')
	} finally {
		await server.remove()
	}
})
