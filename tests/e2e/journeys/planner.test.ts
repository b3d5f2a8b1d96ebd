import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { signInByPassword } from '#tests/e2e/setup/steps.ts'

const cell = (page: Page, column: string, row: number) => page.getByLabel(`${column}, row ${row}`)

async function openPlanner(page: Page) {
	await page.goto('/weekly-planner')
	await expect(page.getByLabel('Week of')).not.toHaveValue('')
}

async function fileOf(page: Page, name: string) {
	const waiting = page.waitForEvent('download')
	await page.getByRole('button', { name }).click()
	const download = await waiting
	return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a visitor plans a week, edits it, and finds it after a reload', async ({ page }) => {
	await openPlanner(page)
	await expect(page.getByRole('row')).toHaveCount(6)
	await cell(page, 'Idea Name', 1).fill('Sell a guide')
	await cell(page, 'Platform or Tool', 2).fill('Etsy')
	await page.getByLabel('Done, row 1').check()
	await page.getByRole('button', { name: 'Add Another Row' }).click()
	await expect(page.getByText('Tasks completed: 1 out of 6').first()).toBeVisible()

	await page.getByRole('button', { name: 'Remove row 1' }).click()
	await expect(page.getByText('Row 1 removed.')).toBeVisible()
	await expectNoFaults(page)
	await expect(cell(page, 'Platform or Tool', 1)).toHaveValue('Etsy')
	await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
	await page.keyboard.press('Enter')
	await page.reload()
	await expect(cell(page, 'Idea Name', 1)).toHaveValue('Sell a guide')
	await expect(page.getByLabel('Done, row 1')).toBeChecked()
	await expect(page.getByText('Tasks completed: 1 out of 6').first()).toBeVisible()
})

test('past weeks can be selected and are listed side by side with totals, and an invalid entry is reported', async ({ page }) => {
	await openPlanner(page)
	const [hours, earned] = [page.getByLabel('Hours invested'), page.getByLabel('Money earned')]
	await page.getByLabel('Week of').fill('2026-03-02')
	await expect(page.getByRole('heading', { name: 'Your weeks so far' })).toHaveCount(0)
	await hours.fill('4,5')
	await earned.fill('$40')
	await cell(page, 'Idea Name', 1).fill('March')
	await page.getByLabel('What worked').fill('Calls in the morning')
	await page.getByLabel('Week of').fill('2026-03-09')
	await expect(hours).toHaveValue('')
	await expect(cell(page, 'Idea Name', 1)).toHaveValue('')
	await hours.fill('169')
	await expect(page.getByText('Enter hours as a number from 0 to 168')).toBeVisible()
	await hours.fill('1.5')
	await earned.fill('0')
	await expect(page.getByText('2 weeks: 6 hours, $40.00 earned. In weeks with both, that is $6.67 an hour.')).toBeVisible()
	await page.reload()
	await expect(page.getByRole('row', { name: 'March 9, 2026 1.5 h $0.00' })).toBeVisible()
	await expect(page.getByRole('row', { name: 'March 2, 2026 4.5 h $40.00 Calls in the morning' })).toBeVisible()
	await expectNoFaultsAnyWidth(page, '.planner-look-back:has(table)')
	await page.getByLabel('Saved weeks').selectOption('March 2, 2026')
	await expect(hours).toHaveValue('4.5')
	await expect(cell(page, 'Idea Name', 1)).toHaveValue('March')
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByText('Money earned: $40.00')).toBeVisible()
})

test('PDF, CSV, calendar file and print contain the page’s entries, and print has lines and boxes and no controls', async ({ page }) => {
	await openPlanner(page)
	await cell(page, 'Idea Name', 1).fill('=HYPERLINK("x")')
	await cell(page, 'My Goal This Week', 1).fill('Łukasz, Иван')
	const pdf = await fileOf(page, 'Download PDF')
	expect(pdf.name).toMatch(/^weekly-planner-\d{4}-\d\d-\d\d\.pdf$/)
	expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
	expect((await fileOf(page, 'Download CSV')).bytes.toString()).toContain(`no,"'=HYPERLINK(""x"")",,,,"Łukasz, Иван"\r\n`)
	expect((await fileOf(page, 'Download calendar file')).bytes.toString()).toMatch(
		/SUMMARY:=HYPERLINK\("x"\)\r\nDESCRIPTION:My Goal This Week: Łukasz\\, Иван\r\n/,
	)

	await expect(page.getByText('Weekly Reflection')).toBeHidden()
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByText('Weekly Reflection')).toBeVisible()
	await expect(page.getByText('Confidence level')).toBeVisible()
	for (const name of ['Print', 'Download PDF', 'Add Another Row', 'Remove row 1'])
		await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
	await expect(page.getByRole('textbox')).toHaveCount(0)
	await expect(page.getByRole('row').nth(1)).toContainText('Łukasz, Иван')
	await expect(page.locator('.planner-box').first()).toBeVisible()
})

test('a learner finds the plan in a second browser', async ({ page, browser, request, email, mail }) => {
	await openPlanner(page)
	await cell(page, 'Idea Name', 1).fill('Planned before signing in')
	const password = 'a long enough password 7'
	expect((await request.post('/auth/v1/signup', { data: { email, password } })).status()).toBe(200)
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	await openPlanner(page)
	await expect(page.getByText('Saved in this browser and in your account.')).toBeVisible()

	const other = await browser.newPage()
	await openPlanner(other)
	await cell(other, 'Idea Name', 2).fill('Planned on the phone')
	await signInByPassword(other, { email, password })
	await openPlanner(other)
	const ideas = async (each: Page) => Promise.all([1, 2, 3, 4, 5].map((row) => cell(each, 'Idea Name', row).inputValue()))
	await expect
		.poll(async () => (await ideas(other)).filter(Boolean).toSorted())
		.toEqual(['Planned before signing in', 'Planned on the phone'])
	await page.reload()
	await expect.poll(async () => (await ideas(page)).filter(Boolean)).toHaveLength(2)
	await other.context().close()
})

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

	test('a row is one line, and its sheet keeps the input however it is closed', async ({ page }) => {
		await openPlanner(page)
		const line = page.getByRole('button', { name: 'Edit row 2' })
		const sheet = page.getByRole('dialog', { name: 'Row 2' })
		await expect(page.getByRole('textbox', { name: /, row \d/ })).toHaveCount(0)
		await line.focus()
		await page.keyboard.press('Enter')
		await expect(sheet).toBeVisible()
		await expectNoFaults(page)
		await cell(page, 'Idea Name', 2).fill('Sell a guide')
		for (let press = 0; press < 12; press += 1) {
			await page.keyboard.press('Tab')
			const isInside = await sheet.evaluate((dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body)
			expect(isInside).toBe(true)
		}
		await page.keyboard.press('Escape')
		await expect(sheet).toBeHidden()
		await expect(line).toBeFocused()
		await expect(line).toHaveText('Edit row 2: Sell a guide')

		await line.click()
		await cell(page, 'Idea Name', 2).fill('x'.repeat(2001))
		await expect(sheet.getByRole('alert')).toHaveText('We cut this at 2,000 characters, the limit for a cell.')
		await sheet.getByRole('button', { name: 'Back to the Week' }).click()
		await page.reload()
		await expect(line).toHaveText(`Edit row 2: ${'x'.repeat(2000)}`)
		const thursday = page.getByRole('button', { name: 'Add to my table: Thursday' })
		await expect(thursday).toBeHidden()
		await page.getByRole('button', { name: /^Details: Thursday/ }).click()
		await thursday.click()
		await expect(page.getByRole('button', { name: 'Edit row 1' })).toHaveText('Edit row 1: Fix one thing')
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500)
	})

	test('every checkbox, button and collapsible heading is large enough for touch', async ({ page }) => {
		await openPlanner(page)
		const targets = page.getByRole('main').locator('button:visible, input:visible, summary:visible')
		const sizes = await targets.evaluateAll((all) =>
			all.map((each) => {
				const { width, height } = each.getBoundingClientRect()
				return { name: each.getAttribute('aria-label') ?? each.textContent, width, height }
			}),
		)
		expect(sizes.length).toBeGreaterThan(20)
		expect(sizes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
		await page.getByLabel('Done, row 1').check({ position: { x: 3, y: 3 } })
		await expect(page.getByText('Tasks completed: 1 out of 5').first()).toBeVisible()
	})

	test('without script every row shows its fields, and nothing is collapsed', async ({ browser }) => {
		const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
		await page.goto('/weekly-planner')
		for (const row of [1, 5]) await expect(cell(page, 'My Goal This Week', row)).toBeVisible()
		await expect(page.getByText('Name the one stream you’re working on this week')).toBeVisible()
		await expect(page.getByRole('button', { name: /^(Details|Edit row)/ })).toHaveCount(0)
		await page.context().close()
	})
})
