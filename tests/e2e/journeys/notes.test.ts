import type { Page } from '@playwright/test'

import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { tabTo } from '#tests/e2e/setup/keyboard.ts'
import { arriveWith, signInByPassword } from '#tests/e2e/setup/steps.ts'

const SECTION = '/course/module1?section=progress-tracking-setup'
const PASSWORD = 'a long enough password 7'

const note = (page: Page) => page.getByLabel('Your notes', { exact: true })
const state = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const IN_ACCOUNT = 'Saved in this browser and in your account.'
/** Notice after saving. It also shows that the page is hydrated: before that, typed text is lost on leaving. */
const IN_BROWSER = 'Saved in this browser. Sign in to save your notes to your account too.'

test('a visitor writes notes by keyboard and finds them after a reload, in course order, and printed', async ({ page }) => {
	await arriveWith(page, [])
	await page.goto(SECTION)
	await tabTo(page, note(page))
	await page.keyboard.type('Ask three people.\nThen decide.')
	await state(page, IN_BROWSER)
	await page.goto('/course/module1')
	await note(page).fill('First of all')
	await state(page, IN_BROWSER)
	await page.reload()
	await expect(note(page)).toHaveValue('First of all')
	await press(page, 'Next')
	await expect(note(page)).toHaveValue('')

	await page.goto('/dashboard')
	await page.getByRole('link', { name: 'Your notes', exact: true }).click()
	await expect(page.getByRole('article')).toHaveCount(2)
	await expect(page.getByRole('article').first()).toContainText('First of all')
	await expect(page.getByRole('article').last()).toContainText('Ask three people.\nThen decide.', { useInnerText: true })
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
	await expect(page.getByText('Then decide.')).toBeVisible()
	await page.emulateMedia({ media: 'screen' })
	await page.getByRole('article').last().getByRole('link').click()
	await expect(note(page)).toHaveValue('Ask three people.\nThen decide.')

	await note(page).fill('')
	await page.goto('/notes')
	await expect(page.getByRole('article')).toHaveCount(1)
})

test('notes written before sign-in are synced, and the learner resolves two conflicting offline edits', async ({
	page,
	browser,
	request,
	email,
	mail,
}) => {
	await arriveWith(page, [])
	await page.goto(SECTION)
	await note(page).fill('Start')
	await state(page, IN_BROWSER)
	expect((await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } })).status()).toBe(200)
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	await page.goto(SECTION)
	await state(page, IN_ACCOUNT)

	const other = await browser.newPage()
	await signInByPassword(other, { email, password: PASSWORD })
	await other.goto(SECTION)
	await expect(note(other)).toHaveValue('Start')

	await page.context().setOffline(true)
	await other.context().setOffline(true)
	await note(page).fill('Start, said on the laptop')
	await note(other).fill('Start, said on the phone')
	await state(other, 'We’ll save it to your account once we can reach the server.')
	await page.context().setOffline(false)
	await state(page, IN_ACCOUNT)
	await other.context().setOffline(false)
	await expect(other.getByText('You also wrote this in another browser')).toBeVisible()
	await expect(note(other)).toHaveValue('Start, said on the phone')
	await expect(other.getByText('Start, said on the laptop')).toBeVisible()
	// Check only the notes, because the header may cover half of a link elsewhere on the page.
	await expectNoFaults(other, '[aria-label="Your notes on this section"]')
	await press(other, 'Add it to my notes')
	await expect(note(other)).toBeFocused()
	await expect(note(other)).toHaveValue('Start, said on the phone\n\nStart, said on the laptop')
	await expect(other.getByText('You also wrote this in another browser')).toBeHidden()
	await state(other, IN_ACCOUNT)

	await page.goto('/notes')
	await expect(page.getByRole('article')).toContainText('Start, said on the phone')
	await expect(page.getByText('Also written in another browser')).toBeHidden()
	await other.context().close()
})

test.describe('with reduced motion', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } })
	test('a section with a note and the list of notes have no accessibility violation and no sideways scroll', async ({ page }) => {
		await arriveWith(page, [])
		await page.goto(SECTION)
		await note(page).fill(`${'A long line without an end '.repeat(20)}\n${'x'.repeat(300)}`)
		await page.waitForLoadState('networkidle')
		await expectNoFaultsAnyWidth(page)
		await page.goto('/notes')
		await expect(page.getByRole('article')).toHaveCount(1)
		await expectNoFaultsAnyWidth(page)
		await page.evaluate(() => localStorage.removeItem('launchway_notes'))
		await page.reload()
		await expect(page.getByText('No notes on this device.')).toBeVisible()
		await expectNoFaultsAnyWidth(page)
	})
})
