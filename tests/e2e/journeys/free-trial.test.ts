import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { press, tabTo } from '#tests/e2e/setup/keyboard.ts'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const panel = (page: Page) => page.getByRole('tabpanel')

/** Clicks a download button. @returns the downloaded file */
async function download(page: Page, label: string) {
	const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label }).click()])
	return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Chooses the given option (1 to 4) of each question. */
async function answerQuiz(page: Page, choices: readonly number[]) {
	const questions = panel(page).getByRole('radiogroup')
	await expect(questions).toHaveCount(choices.length)
	for (const [index, choice] of choices.entries()) {
		await expect(page.getByRole('button', { name: 'Get My Results' })).toBeDisabled()
		await questions
			.nth(index)
			.getByRole('radio')
			.nth(choice - 1)
			.check()
	}
}

/** Returns the values of the fields on the page. */
const cellTexts = (page: Page) =>
	page
		.getByRole('main')
		.getByRole('textbox')
		.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))

test('the five tabs open by keyboard, are in the URL, and survive reload and Back', async ({ page }) => {
	await page.goto('/free-trial')
	await expect(page.getByRole('tab')).toHaveText(['Intro Video', 'Income Streams', 'Templates', 'Personality Quiz', 'Take Action'])
	await hydrated(page)
	await tabTo(page, page.getByRole('tab', { name: 'Intro Video', selected: true }))
	await page.keyboard.press('ArrowRight')
	await expect(page.getByRole('tab', { name: 'Income Streams', selected: true })).toBeFocused()
	await page.keyboard.press('End')
	await expect(page).toHaveURL(/\?tab=action$/)
	await page.reload()
	await expect(page.getByRole('tab', { name: 'Take Action', selected: true })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('tab', { name: 'Income Streams', selected: true })).toBeVisible()
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(page).toHaveURL('/')
})

test('the welcome slides work by keyboard, remember their position, and earn the badge at the end', async ({ page }) => {
	await page.goto('/free-trial')
	await expect(page.getByText(/Watch Now\s*8 minutes$/)).toBeVisible()
	const watch = page.getByRole('button', { name: 'Watch Now' })
	await press(page, watch)
	const dialog = page.getByRole('dialog', { name: 'Welcome' })
	await expect(dialog.getByText('Part 1 of 8')).toBeVisible()
	await page.keyboard.press('ArrowRight')
	await page.keyboard.press('ArrowRight')
	await expect(dialog.getByText('Part 3 of 8')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(watch).toBeFocused()

	await page.reload()
	await page.getByRole('button', { name: 'Watch Now' }).click()
	await expect(dialog.getByText('Part 3 of 8')).toBeVisible()
	for (let slide = 3; slide < 8; slide++) await dialog.getByRole('button', { name: 'Next' }).click()
	await dialog.getByRole('button', { name: 'Finish' }).click()
	await expect(dialog).toBeHidden()
	await openTab(page, 'Take Action')
	const badges = panel(page).getByRole('listitem')
	await expect(badges.filter({ hasText: 'Mindset Check' })).toContainText('Done')
	await expect(badges.filter({ hasText: 'Income Map' })).toContainText('Still to do')
})

test('both templates download completely, and a toast confirms it', async ({ page }) => {
	await page.goto('/free-trial?tab=templates')
	await expect(panel(page).getByText(/^\+\d more tasks?$/)).toHaveText(['+2 more tasks', '+1 more task', '+2 more tasks'])
	const coming = download(page, 'Download Full Template')
	const started = page.getByRole('status').filter({ hasText: 'Download Started' })
	await expect(started.filter({ hasText: 'Weekly Income Planner Template is being prepared for download...' })).toBeVisible()
	const template = await coming
	expect(template.name).toBe('weekly-planner-pack.pdf')
	expect(template.text).toMatch(/^%PDF-/)

	const worksheet = await download(page, 'Download Full Worksheet')
	expect(worksheet.name).toBe('income-selector-worksheet.pdf')
	expect(worksheet.text).toMatch(/^%PDF-/)
})

test('a checked step, the quiz with a tie, and the plan are stored and earn their badges', async ({ page }) => {
	await page.goto('/free-trial?tab=streams')
	await page.getByLabel('List three tasks that people at work hand to you without asking why').check()
	await openTab(page, 'Personality Quiz')
	// Two votes for analyst, then two for creator: the order of the types decides the tie, not the order of the answers.
	await answerQuiz(page, [4, 4, 2, 2, 3])
	await page.getByRole('button', { name: 'Get My Results' }).click()
	await expect(page.getByRole('heading', { name: 'The Steady Creator' })).toBeFocused()
	await expect(panel(page).getByText('$500-$15,000/month in 4-8 months')).toBeVisible()
	await expect(panel(page).getByText(/^Results are not typical/)).toBeVisible()
	await page.getByRole('button', { name: 'Get My Custom Action Plan' }).click()
	await expect(page.getByRole('heading', { name: 'Action plan for The Steady Creator' })).toBeFocused()
	await panel(page).getByRole('checkbox').first().check()

	await page.reload()
	await expect(panel(page).getByRole('checkbox').first()).toBeChecked()
	await panel(page).getByRole('link', { name: 'Put it on my weekly planner' }).click()
	await expect(page).toHaveURL('/weekly-planner')
	for (const idea of ['One reader', 'The rhythm']) await expect.poll(() => cellTexts(page)).toContain(idea)
	await page.goBack()
	await openTab(page, 'Take Action')
	for (const badge of ['Income Map', 'Your Type', 'Action Plan'])
		await expect(
			panel(page)
				.getByRole('listitem')
				.filter({ hasText: new RegExp(`^${badge}.*Done$`) }),
		).toBeVisible()
	await panel(page).getByRole('link', { name: 'Finish the welcome' }).click()
	await expect(page.getByRole('tab', { name: 'Intro Video', selected: true })).toBeFocused()
})

test('the buttons of streams, templates and action lead to the checkout, also after one that couldn’t be created', async ({
	page,
	expectConsole,
}) => {
	expectConsole(/checkout couldn’t be started/)
	await page.route('**/functions/v1/create-payment', (route) => route.abort(), { times: 1 })
	await page.goto('/free-trial?tab=streams')
	await panel(page).getByRole('button', { name: 'Get Full Course Access' }).click()
	await expect(page.getByRole('alert')).toContainText('Payment Error')
	for (const [tab, label] of [
		['Income Streams', 'Get Full Course Access'],
		['Templates', 'Unlock All Templates'],
		['Take Action', 'Enroll Today for $47'],
	] as const)
		await test.step(label, async () => {
			await openTab(page, tab)
			await panel(page).getByRole('button', { name: label }).click()
			await expect(page).toHaveURL(/\/sandbox\/checkout\//)
			await page.goBack()
		})
})

test('without JavaScript every tab panel is readable', async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
	const page = await context.newPage()
	await page.goto('/free-trial')
	for (const heading of [
		'Welcome: how a first income begins',
		'Data-Based Work',
		'Two templates to keep',
		'Find your earning type',
		'Take action',
	])
		await expect(page.getByRole('heading', { name: heading })).toBeVisible()
	await page.getByText('Read the welcome instead').click()
	await expect(page.getByRole('heading', { name: 'An honest first month' })).toBeVisible()
	await context.close()
})

/** Scrolls to the end gradually, like a reader. */
const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

test('the opt-in opens once past half of the page, keeps the input if the server is unreachable, and shows the address', async ({
	page,
	email,
	mail,
	expectConsole,
}) => {
	expectConsole(/form wasn’t sent/)
	await page.goto('/digital-income-mastery')
	await scrollToEnd(page)
	await expect(page.getByRole('link', { name: 'Enroll Now' })).toHaveAttribute('href', '/signup')
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByRole('heading', { name: 'New articles by email' })).toBeVisible()

	await dialog.getByRole('button', { name: 'Subscribe' }).click()
	await expect(dialog.getByText('Please enter your first name')).toBeVisible()
	await dialog.getByLabel('First name').fill('Иван')
	await dialog.getByLabel('Email address').fill(email)
	await page.route('**/api/leads/newsletter', (route) => route.abort())
	await dialog.getByRole('button', { name: 'Subscribe' }).click()
	await expect(page.getByRole('alert')).toContainText('Not sent')
	await expect(dialog.getByLabel('Email address')).toHaveValue(email)

	await page.unroute('**/api/leads/newsletter')
	await dialog.getByRole('button', { name: 'Subscribe' }).click()
	await expect(dialog.getByRole('status').filter({ hasText: email })).toBeVisible()
	await mail(email)
	await dialog.getByRole('button', { name: 'Close' }).last().click()
	await expect(dialog).toBeHidden()

	await page.reload()
	await scrollToEnd(page)
	await page.waitForTimeout(1_000)
	await expect(dialog).toBeHidden()
})
