import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { tabTo } from '#tests/e2e/setup/keyboard.ts'

/** Clicks a button or link that downloads a file. @returns its name and first bytes */
async function take(page: Page, role: 'link' | 'button', name: string) {
	const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name, exact: true }).click()])
	return `${file.suggestedFilename()} ${(await readFile(await file.path())).subarray(0, 4).toString('latin1')}`
}

test('free documents download at once, paid ones after the purchase, and the dashboard lists them', async ({ page, email, mail }) => {
	await page.goto('/templates?refused=link_expired')
	await expect(page.getByRole('alert')).toContainText('Links work for five minutes')
	expect(await take(page, 'link', 'Download Career Roadmap Template, PDF')).toBe('Career Roadmap Template.pdf %PDF')
	const tracker = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'ROI Tracker' }) })
	await expect(tracker).toContainText('Opens with the program')
	await expect(tracker.getByRole('button')).toHaveCount(0)

	await page.getByRole('button', { name: 'Unlock All Templates' }).click()
	await page.getByLabel(/e-?mail/i).fill(email)
	await page.getByLabel('Card or account number').fill('4242 4242 4242 4242')
	await page.getByLabel('Expiry date').fill('12 / 34')
	await page.getByLabel('Security code').fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay \$/ }).click()
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
	await followLink(page, await mail(email, /access/i))
	await expect(page).toHaveURL(/\/dashboard/)

	await page.goto('/templates')
	await expect(page.getByText('The whole library is open to you')).toBeVisible()
	expect(await take(page, 'button', 'Download ROI Tracker, Excel (XLSX)')).toBe('roi-tracker.xlsx PK\u0003\u0004')
	await expect(page.getByRole('status').filter({ hasText: 'Download Complete!' })).toContainText('ROI Tracker')
	await page.goto('/dashboard')
	await expect(page.getByRole('region', { name: 'Your downloads' })).toContainText('ROI Tracker (XLSX)')
})

test('by keyboard, documents are filtered by purpose, show first page and example, and a link shows all again', async ({ page }) => {
	await page.goto('/templates')
	await hydrated(page)
	const rows = page.locator('.document-row').filter({ visible: true })
	const all = await rows.count()
	await tabTo(page, page.getByRole('radio', { name: 'Everything' }))
	await page.keyboard.press('ArrowLeft')
	await page.getByRole('radio', { name: 'Count the money' }).press('Space')
	await expect(page.getByText(`4 of ${all} documents`)).toBeVisible()
	await expect(rows).toHaveCount(4)
	const tracker = rows.filter({ has: page.getByRole('heading', { name: 'ROI Tracker' }) })
	const picture = tracker.getByRole('img', { name: 'First page of ROI Tracker, empty' })
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
	await tracker.getByText('A filled example').click()
	await expect(tracker.getByText('Made up, to show what goes where.')).toBeVisible()
	await expect(tracker).toContainText(/Excel \(XLSX\), \d+ kB/)
	await expectNoFaults(page)
	await page.evaluate(() => (location.hash = '#goal-planner'))
	await expect(rows).toHaveCount(all)
})
