import type { Page } from '@playwright/test'

import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'

/** Opens a page as a visitor who signed up in this browser and completed these modules. */
async function openAs(page: Page, address: string, completed: readonly number[]) {
	await page.addInitScript((ids) => {
		if (!location.protocol.startsWith('http')) return
		localStorage.setItem('launchway_user', JSON.stringify({ name: 'Ana', email: 'ana@example.com' }))
		for (const id of ids) localStorage.setItem(`launchway_module${id}_completed`, 'true')
	}, completed)
	await page.goto(address)
	await hydrated(page)
}

test('checklist boxes are toggled by their labels and stay checked', async ({ page }) => {
	await openAs(page, '/course/module2?section=launch-strategy-execution', [1])
	const boxes = page.getByRole('main').getByRole('checkbox')
	await expect(boxes).toHaveCount(10)
	const refund = page.getByRole('checkbox', { name: 'You know how a refund works, and you have done one' })
	await refund.focus()
	await page.keyboard.press('Space')
	await page.getByText('There is a copy of everything in a second place').click()
	await page.reload()
	await expect(refund).toBeChecked()
	await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
	await refund.uncheck()
	await page.reload()
	await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
	await expect(refund).not.toBeChecked()
})

test('completing a module too early shows what is missing and links there', async ({ page }) => {
	await openAs(page, '/course/module2', [1])
	for (let at = 1; at < 8; at++) await page.getByRole('button', { name: 'Next', exact: true }).click()
	const list = page.getByRole('navigation', { name: 'Sections' })
	// Opening a section marked the eighth as opened.
	await expect(list.getByText('(opened)')).toHaveCount(7)
	await page.getByRole('button', { name: 'Complete Module 2' }).click()
	const main = page.getByRole('main')
	await expect(main.getByRole('heading', { name: /^You reached the end of Module 2. \d+ things left$/ })).toBeVisible()
	await expect(main.getByText('You asked before you built')).toHaveCount(0)
	await expect(main.getByText('0% of the work of this module is done.')).toBeVisible()
	await expect(main.getByRole('link', { name: 'Read “Building Your First Income Stream”' })).toBeVisible()
	const missing = main.getByRole('region', { name: 'Left to do' })
	await expect(missing.getByRole('link', { name: /^Text of “/ })).toHaveCount(8)
	await missing.getByRole('link', { name: /^Check of “Market Research/ }).click()
	await expect(page).toHaveURL(/section=market-research-validation#check/)
	await expect(main.getByRole('tab', { name: 'Knowledge Check', selected: true })).toBeVisible()
	await expect(main.getByRole('tabpanel')).toBeFocused()
})

test('in the quiz Back returns to the previous question, and a reload keeps the answers', async ({ page }) => {
	await page.goto('/hustler-quiz')
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	const answer = () => page.getByRole('group').getByRole('button').first().click()
	const at = (number: number) => expect(page.getByText(`Question ${number} of 5`)).toBeVisible()
	await answer()
	await at(2)
	await answer()
	await at(3)
	await page.goBack()
	await at(2)
	await page.goForward()
	await at(3)
	await page.reload()
	await at(3)
	await page.getByRole('button', { name: 'Previous Question' }).click()
	await at(2)
	for (const number of [2, 3, 4, 5]) {
		await at(number)
		await answer()
	}
	await expect(page.getByRole('button', { name: 'Retake Quiz' })).toBeVisible()
	await page.goto('/dashboard')
	await expect(page.getByText('Not taken yet')).toHaveCount(3)
})

test('reloading during sign-up asks for the code again', async ({ page, email }) => {
	await page.goto('/signup')
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Name').fill('Ana')
	await dialog.getByLabel(/e-?mail/i).fill(email)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ana!' })).toBeVisible()
	await page.reload()
	await expect(page.getByRole('textbox', { name: /code/i })).toBeVisible()
	await expect(page.getByRole('dialog')).toBeHidden()
})
