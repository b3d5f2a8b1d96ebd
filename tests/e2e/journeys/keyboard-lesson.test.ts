import type { Page } from '@playwright/test'

import { loadedContent } from '#content/loaded.server.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { press, tabTo, typeInto } from '#tests/e2e/setup/keyboard.ts'
import { signInByPassword } from '#tests/e2e/setup/steps.ts'

const { readLesson } = loadedContent

const SECTION = '/course/module1?section=first-win-strategy'
const LESSON = 'getting-your-first-win'
const PASSWORD = 'a long enough password 7'

/** Number of fields to reach: six in the lesson's first exercise, and five in a table row. */
const ENOUGH = 11
const fieldsOf = async (page: Page) =>
	(await page.locator('[data-exercise]').getByRole('textbox').or(page.locator('[data-exercise]').getByRole('spinbutton')).all()).slice(
		0,
		ENOUGH,
	)
const valuesOf = async (page: Page) => Promise.all((await fieldsOf(page)).map((field) => field.inputValue()))

const foot = (page: Page) => page.getByRole('region', { name: /Your progress here|This section is done/ })

/** Reports a reading position from another browser, long enough to count as read. */
async function reportReading(page: Page): Promise<void> {
	const entry = {
		kind: 'reading',
		key: `1/${LESSON}`,
		done: false,
		changedAt: Date.now() - 1000,
		detail: { block: 12, of: 60, seconds: 900 },
	}
	const token = await page.evaluate(
		() => (JSON.parse(localStorage.getItem('sb-localhost-auth-token')!) as { access_token: string }).access_token,
	)
	const headers = { authorization: `Bearer ${token}` }
	expect((await page.request.post('/api/progress/merge', { headers, data: { entries: [entry] } })).status()).toBe(200)
}

async function takeCheck(page: Page): Promise<void> {
	const lesson = readLesson(1, LESSON)
	await tabTo(page, page.getByRole('tab', { selected: true }))
	await page.keyboard.press('End')
	for (const { question, correct } of lesson!.quiz) {
		await tabTo(page, page.getByRole('radiogroup', { name: question, exact: true }).getByRole('radio').first())
		await page.keyboard.press('Space')
		for (let step = 0; step < correct; step += 1) await page.keyboard.press('ArrowDown')
	}
	await press(page, page.getByRole('button', { name: 'Submit Answers' }))
	await expect(page.getByText(new RegExp(`${lesson!.quiz.length} out of ${lesson!.quiz.length}`)).first()).toBeVisible()
}

test('with the keyboard only, a lesson is read, filled in and checked, and appears in a second browser and the PDF', async ({
	page,
	browser,
	request,
	email,
	mail,
}) => {
	expect((await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } })).status()).toBe(200)
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	await reportReading(page)
	await page.goto(SECTION)

	// The outline is updated, and the other browser's position is offered.
	const outline = page.getByRole('navigation', { name: 'Parts of this lesson' })
	await expect(outline.getByText(/^Part 1 of \d+, about \d+ minutes left$/)).toBeVisible()
	await press(page, page.getByRole('button', { name: 'Continue where you left off' }))
	await expect(outline.getByText(/^Part [2-9] of \d+/)).toBeVisible()
	await expect(page.locator('.prose > :focus')).toBeVisible()
	await expect(foot(page)).toContainText('Finish reading')

	for (const field of await fieldsOf(page))
		await typeInto(page, field, (await field.getAttribute('inputmode')) === 'decimal' ? '12' : 'By keyboard')
	const values = await valuesOf(page)
	expect(values).toHaveLength(ENOUGH)
	expect(values).not.toContain('')
	await expect(foot(page)).toContainText('Exercises done')

	// An outline link moves the focus and the highlight.
	const last = outline.getByRole('link').last()
	await press(page, last)
	await expect(last).toHaveAttribute('aria-current', 'location')
	await expect(page.locator('.prose > h3:focus')).toHaveText((await last.textContent()) ?? '')
	// The browser's own keys scroll through the rest of the last part.
	await page.keyboard.press('PageDown')
	await expect(foot(page)).toContainText('Text read')

	await takeCheck(page)
	await expect(foot(page)).toContainText('Knowledge check passed')
	await expect(foot(page).getByRole('link', { name: /^Start the task for/ })).toBeVisible()
	await press(page, page.getByRole('button', { name: 'Next', exact: true }))
	await expect(page.getByText('Section 8 of 8')).toBeVisible()

	const other = await browser.newPage()
	await signInByPassword(other, { email, password: PASSWORD })
	await other.goto(SECTION)
	await expect(foot(other)).toContainText('Exercises done')
	for (const words of ['Text read', 'Knowledge check passed', 'Do the task']) await expect(foot(other)).toContainText(words)
	await expect.poll(() => valuesOf(other)).toEqual(values)
	await other.goto('/notes')
	const download = other.waitForEvent('download')
	await press(other, other.getByRole('button', { name: 'Download exercises as PDF' }))
	expect((await download).suggestedFilename()).toBe('my-exercises.pdf')
	await other.context().close()
})
