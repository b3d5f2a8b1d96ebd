import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { tabTo } from '#tests/e2e/setup/keyboard.ts'
import { arriveWith } from '#tests/e2e/setup/steps.ts'

const FIRST = '/career-path/affiliate-marketer/choose-a-narrow-field'

test('a learner opens a career lesson, reads it, continues to the next and returns to the track', async ({ page }) => {
	await arriveWith(page, [])
	await page.goto('/career-path')
	await page.getByRole('link', { name: 'Choose a Narrow Field' }).click()
	await expect(page).toHaveURL(FIRST)
	await expect(page.getByRole('heading', { level: 1, name: 'Choose a Narrow Field' })).toBeVisible()
	await expect(page.getByRole('tabpanel', { name: 'Lesson Content' })).toContainText(/\w{3}/)
	await expect(page.getByRole('figure').first()).toBeVisible()
	await expectNoFaults(page)

	// Answers in career lessons are saved like those in sections.
	await page.getByRole('tab', { name: 'Practical Task' }).click()
	await page.getByRole('button', { name: 'Mark Task as Complete' }).click()
	await page.reload()
	await page.getByRole('tab', { name: 'Practical Task' }).click()
	await expect(page.getByRole('button', { name: 'Task Completed' })).toBeVisible()

	const next = page.getByRole('link', { name: 'Next: Write an Honest Comparison' })
	await tabTo(page, next)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'Write an Honest Comparison' })).toBeVisible()
	await expect(page.getByRole('article', { name: 'Write an Honest Comparison' })).toBeVisible()
	await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Affiliate Marketer' }).click()
	await expect(page).toHaveURL('/career-path/affiliate-marketer')
})

test('a visitor sees how to get access, and the lesson text is not on the page', async ({ page }) => {
	await page.goto(FIRST)
	await hydrated(page)
	await expect(page.getByText('Sign up to read this lesson')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute('href', `/login?next=${encodeURIComponent(FIRST)}`)
	await expect(page.getByRole('article')).toHaveCount(0)
})
