import type { Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { mailOf } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'
import { SECRET_OF_SHEETS, twoCourseEdits } from '#tests/factories/two-courses.ts'
import { LONG } from '#tests/setup/long-tests.ts'

/** Writes content for an academy that sells two courses; the server adopts the folder as its first release. */
function writeContent(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'launchway-two-courses-'))
	for (const [file, text] of twoCourseEdits) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
		writeFileSync(path.join(folder, file), text)
	}
	return folder
}

const server = createOwnServer({ CONTENT_DIR: writeContent() })

test.use({ baseURL: server.origin, extraHTTPHeaders: {} })
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

async function pay(page: Page, email: string) {
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await page.getByLabel(/e-?mail/i).fill(email)
	await page.getByLabel('Card or account number').fill('4242 4242 4242 4242')
	await page.getByLabel('Expiry date').fill('12 / 34')
	await page.getByLabel('Security code').fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay \$/ }).click()
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
}

test('a visitor finds, buys and takes the second course, and the main course stays locked', { tag: LONG }, async ({ page }) => {
	const email = 'ana@example.test'
	await page.goto('/')
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible()
	await hydrated(page)
	await expectNoFaultsAnyWidth(page)

	await page.getByRole('link', { name: 'Spreadsheets for Sellers' }).click()
	await expect(page.getByRole('heading', { level: 3, name: '1. First Formulas' })).toBeVisible()
	await expect(page.getByRole('link', { name: '1. First Formulas' })).toHaveCount(0)
	await expectNoFaultsAnyWidth(page)

	await page.getByRole('link', { name: 'Get It for $29' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Spreadsheets for Sellers' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('button', { name: 'Enroll Today' }).first().click()
	await pay(page, email)

	await followLink(page, await mailOf(server.origin, email))
	await expect(page).toHaveURL(/\/dashboard/)
	await page.getByRole('main').getByRole('link', { name: 'Your courses' }).click()
	await page.getByRole('link', { name: 'Go to the Course' }).click()
	await expect(page).toHaveURL(/\/courses\/spreadsheets/)
	await page.getByRole('link', { name: 'Start Learning' }).click()
	await expect(page.getByText('Module 1', { exact: true })).toBeVisible()
	await page.goto('/course/module21?section=formulas')
	await expect(page.getByText(SECRET_OF_SHEETS)).toBeVisible()
	await expectNoFaultsAnyWidth(page)

	await page.goto('/course/module22')
	await expect(page.getByText('Complete the Previous Module First')).toBeVisible()
	await expect(page).toHaveURL(/\/courses\/spreadsheets/)

	await page.goto('/continue')
	await expect(page).toHaveURL(/\/course\/module21/)

	await page.goto('/offers/spreadsheets')
	await expect(page.getByText('You own all of this. There’s nothing left to pay.')).toBeVisible()
	await page.goto('/offers/everything')
	await expect(page.getByRole('button', { name: 'Enroll Today' }).first()).toBeVisible()
	await page.goto('/digital-income-mastery')
	await expect(page.getByRole('button', { name: 'Enroll Today' }).first()).toBeVisible()
})
