import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { tabTo } from '#tests/e2e/setup/keyboard.ts'

/** Ratings in the order of the questions. The averages are 3.7, 3.7, 3.5, 3.0 and 2.3. */
const RATINGS = [...'4434433344333232']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a visitor rates the streams, sees the ranking change, and finds it after a reload', async ({ page }) => {
	await page.goto('/income-selector')
	await hydrated(page)
	const sliders = page.getByRole('slider')
	const calculate = page.getByRole('button', { name: 'Calculate Results' })
	await expect(sliders).toHaveCount(16)
	await expect(calculate).toBeDisabled()
	for (const [index, rating] of RATINGS.entries()) await sliders.nth(index).fill(rating)
	await calculate.click()
	await expect(page.getByRole('heading', { name: 'Your Recommendations' })).toBeFocused()
	const types = page.getByRole('region', { name: 'Your results' }).getByRole('heading', { level: 3 })
	await expect(types).toHaveText([
		'Affiliate Marketing',
		'Print-on-Demand',
		'Freelance Services',
		'Data & Research Work',
		'Content Creation',
		'Digital Products',
	])
	await expect(page.getByRole('row', { name: /^Tools & Investment/ })).toContainText('2.3 / 5')
	await expectNoFaults(page)

	await sliders.nth(13).press('End')
	await sliders.nth(14).press('End')
	await sliders.nth(15).press('End')
	await expect(page.getByRole('row', { name: /^Tools & Investment/ })).toContainText('5.0 / 5')
	await page.reload()
	await expect(page.getByRole('row', { name: /^Tools & Investment/ })).toContainText('5.0 / 5')
})

test('answering works by keyboard only, including a slider’s initial value', async ({ page }) => {
	await page.goto('/income-selector')
	await hydrated(page)
	const first = page.getByRole('slider').first()
	await expect(first).toHaveAttribute('aria-valuetext', 'Not answered')
	await tabTo(page, first)
	for (const [key, value] of [
		['Home', '1'],
		['ArrowRight', '2'],
		['PageUp', '5'],
		['PageDown', '1'],
		['Shift+ArrowRight', '5'],
		['ArrowLeft', '4'],
	] as const) {
		await page.keyboard.press(key)
		await expect(first).toHaveValue(value)
		await expect(first).toHaveAttribute('aria-valuetext', `${value} of 5`)
	}
	await expect(page.getByText('1 of 16 questions answered')).toBeVisible()
})

test('a reset can be undone, and a shared link doesn’t overwrite own answers', async ({ page }) => {
	await page.goto('/income-selector')
	await hydrated(page)
	await page.getByRole('slider').first().fill('2')
	await page.getByRole('button', { name: 'Reset Answers' }).click()
	await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', 'Not answered')
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByRole('slider').first()).toHaveValue('2')

	await page.goto('/income-selector?answers=5555555555555555')
	await expect(page.getByText('You’re looking at shared answers')).toBeVisible()
	await expect(page.getByRole('row', { name: /^Time Availability/ })).toContainText('5.0 / 5')
	await page.getByRole('button', { name: 'Go to My Answers' }).click()
	await expect(page.getByRole('slider').first()).toHaveValue('2')

	await page.goto('/income-selector?answers=%3Cscript%3E')
	await expect(page.getByRole('alert')).toContainText('We couldn’t read this link')
	await expect(page.getByRole('slider').first()).toHaveValue('2')
})

test('on a phone the questions are compact, a bar counts answers, and the ranking expands', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/income-selector')
	await hydrated(page)
	const hint = page.getByText('Think of an ordinary Wednesday evening.')
	await expect(hint).toBeHidden()
	await page.getByRole('button', { name: 'Explain the questions about Energy' }).click()
	await expect(hint).toBeVisible()
	const answered = page.getByRole('progressbar', { name: 'Questions answered' })
	for (const [index, rating] of RATINGS.entries()) {
		await page
			.getByRole('button', { name: `Rate ${rating}` })
			.nth(index)
			.click()
		await expect(answered).toHaveAttribute('aria-valuenow', String(index + 1))
	}
	await page.getByRole('button', { name: 'Calculate Results' }).click()
	await expect(page.getByRole('row', { name: 'Freelance Services 80%' })).toBeVisible()
	const facts = page.getByText('10-20 hours/week')
	await expect(page.getByText('5-10 hours/week')).toBeVisible()
	await expect(facts).toBeHidden()
	await page.getByRole('button', { name: 'Details: Freelance Services' }).click()
	await expect(facts).toBeVisible()
	await expectNoFaults(page)
})

test('the worksheet has boxes instead of sliders and prints alone, with the ratings or blank, even with results on the page', async ({
	page,
}) => {
	await page.addInitScript(() => {
		window.print = () => document.documentElement.setAttribute('data-printed', '')
	})
	await page.goto('/income-selector?answers=4434433344333232')
	await page.getByRole('button', { name: 'Use These as My Answers' }).click()
	await expect(page.getByRole('region', { name: 'Your results' })).toBeVisible()
	const pages = async () => (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0
	const printed = page.locator('html[data-printed]')
	const box = page.locator('.worksheet-boxes .tick').nth(3)
	const whole = await pages()

	await page.getByRole('button', { name: 'Print Worksheet' }).click()
	await expect(printed).toBeAttached()
	expect(await pages()).toBeLessThanOrEqual(2)
	expect(whole).toBeGreaterThan(4)
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('checkbox')).toHaveCount(80)
	await expect(page.getByRole('slider')).toHaveCount(0)
	await expect(page.getByRole('button')).toHaveCount(0)
	await expect(page.getByRole('region', { name: 'Your results' })).toBeHidden()
	await expect(box).toBeChecked()
	await expect(box).not.toHaveCSS('appearance', 'none')

	await page.emulateMedia({ media: null })
	await page.getByRole('button', { name: 'Print It Blank' }).click()
	await page.emulateMedia({ media: 'print' })
	await expect(box).toHaveCSS('appearance', 'none')
	await page.emulateMedia({ media: null })
	await page.getByRole('button', { name: 'Back to the sliders' }).click()
	await expect(page.getByRole('slider')).toHaveCount(16)
	expect(await pages()).toBe(whole)
})

test('ten answers rank the tracks with reasons and are stored, and a guide downloads', async ({ page }) => {
	await page.goto('/career-path')
	await page.getByRole('button', { name: 'Take Career Path Quiz' }).click()
	const questions = page.getByRole('radiogroup')
	await expect(questions).toHaveCount(10)
	const submit = page.getByRole('button', { name: 'See My Ranking' })
	for (let index = 0; index < 9; index += 1) await questions.nth(index).getByRole('radio').last().check()
	await expect(submit).toBeDisabled()
	await questions.nth(9).getByRole('radio').last().check()
	await submit.click()
	const ranked = page.getByRole('region', { name: 'Career Path Quiz' }).getByRole('heading', { level: 3 })
	await expect(ranked.first()).toHaveText('Online Coach/Consultant')
	await page.getByText('How each answer counted').click()
	await expect(page.getByRole('row', { name: /^Points/ })).toHaveText(/Points1\d/)
	await expectNoFaults(page)
	await page.reload()
	await expect(ranked.first()).toHaveText('Online Coach/Consultant')

	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: /^Download Career Guide.*Affiliate Marketer$/ }).click()
	// Check the message before the download, because it disappears after a while.
	await expect(page.getByText('Affiliate Marketer Career Guide is being prepared for download...')).toBeVisible()
	expect((await download).suggestedFilename()).toBe('career-guide-affiliate-marketer.pdf')
	await page.getByRole('link', { name: /^Explore Track.*Digital Product Creator$/ }).click()
	await expect(page).toHaveURL('/career-path/digital-product-creator')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Digital Product Creator')
})
