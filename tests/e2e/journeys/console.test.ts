import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { buy } from '#tests/e2e/setup/steps.ts'

/** Time limit for a change in the console to become visible. */
const SOON = { timeout: 5_000 }
const OWNED = 'The whole library is open to you'

/** Clicks a button and confirms its dialog, which says what will happen. */
async function act(page: Page, label: string): Promise<void> {
	await page.getByRole('button', { name: label, exact: true }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Reason').fill('Written to us')
	await dialog.getByRole('button', { name: label, exact: true }).click()
	await expect(page).toHaveURL(/\?notice=/)
}

/**
 * Gives a refund. The dialog shows amount, loss of access, rule and arrival; Escape changes nothing, and Enter in the reason
 * field sends the refund.
 */
async function refundsByKeyboard(page: Page, email: string): Promise<void> {
	const opener = page.getByRole('button', { name: 'Refund $37.60', exact: true })
	await opener.focus()
	await page.keyboard.press('Enter')
	const dialog = page.getByRole('dialog', { name: /^Refund order / })
	await expect(dialog).toContainText(email)
	await expect(dialog).toContainText(/This can’t be undone\..*modules\), immediately.*Allows this refund\..*In 5-10 business days/s)
	await page.setViewportSize({ width: 1280, height: 600 })
	for (const name of ['Refund', 'Cancel']) await expect(dialog.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 })
	await expectNoFaultsAnyWidth(page)
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(opener).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(dialog.getByLabel('Amount')).toHaveValue('37.60')
	await expect(dialog.getByLabel('Amount')).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.type('Written to us')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\?notice=refund-granted/)
	await expect(page.getByRole('status').locator('[data-toast]').filter({ hasText: 'Refund started' })).toBeFocused()
}

/** Searches and opens the first result whose path starts with `place`. */
async function find(page: Page, words: string, place: string): Promise<void> {
	await page.goto('/admin')
	await page.getByRole('searchbox', { name: 'Search' }).fill(words)
	await page.keyboard.press('Enter')
	await page.locator(`main a[href^="${place}/"]`).first().click()
	await expect(page).toHaveURL(new RegExp(`${place}/[^/?]+$`))
}

const OPERATOR = 'operator@academy.test'
const PASSWORD = 'a long enough password 7'

test('the first operator sets a password by mail, uses the console by keyboard only, and learners see the changes', async ({
	browser,
	request,
	extraHTTPHeaders,
	baseURL,
	email,
	mail,
	page: setUp,
}) => {
	const subject = `About module ${email}`
	const letter = { name: 'Ana', email, subject, message: 'When does module 3 open for me?', category: 'general' }
	expect((await request.post('/api/support/contact', { data: letter })).ok()).toBe(true)

	await followLink(setUp, await mail(OPERATOR, /password/i))
	await expect(setUp).toHaveURL('/reset-password')
	await setUp.getByLabel('New password', { exact: true }).fill(PASSWORD)
	await setUp.getByRole('button', { name: 'Save new password' }).click()
	await expect(setUp.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()

	const context = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders!, baseURL: baseURL! })
	const page = await context.newPage()
	await page.goto('/admin')
	await page.keyboard.press('Tab')
	await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
	await page.keyboard.type(OPERATOR)
	await page.keyboard.press('Tab')
	await page.keyboard.type(PASSWORD)
	await page.keyboard.press('Enter')

	await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	const secret = (await page.locator('code').textContent()) ?? ''
	await page.getByLabel('Code').focus()
	await page.keyboard.type(new TOTP({ secret }).generate())
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('link', { name: 'I have saved them' }).press('Enter')

	await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
	await expect(page.getByRole('heading', { name: subject })).toBeVisible()
	// The button shows the shortcut once the page is hydrated.
	await expect(page.getByRole('button', { name: 'Search Ctrl K' })).toBeVisible()
	await page.keyboard.press('/')
	await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
	await page.keyboard.press('Escape')
	await page.getByRole('heading', { name: 'Today' }).click()
	await page.keyboard.press('j')
	await expect(page.locator('[data-stop]').first()).toBeFocused()

	await showsToLearners({ console: page, browser, email, mail, context: { extraHTTPHeaders: extraHTTPHeaders!, baseURL: baseURL! } })

	await readsAList(page)
	await givesTheBrand(page)
	await page.getByRole('link', { name: 'Activity log' }).click()
	await expect(page.getByText('Nothing was done yet.').or(page.getByRole('table'))).toBeVisible()
	// On a small laptop, the whole sidebar is visible without scrolling.
	await page.setViewportSize({ width: 1280, height: 800 })
	for (const name of [/^Sign out$/, /^(Dark|Light) mode$/, /^Shortcuts$/])
		await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
	await page.getByRole('button', { name: 'Sign out' }).click()
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await context.close()
})

type Sides = {
	console: Page
	browser: Browser
	email: string
	mail: Parameters<typeof buy>[1]['mail']
	context: BrowserContextOptions
}

/** Sorts a list by a column heading and opens a row with the keyboard. */
async function readsAList(page: Page): Promise<void> {
	await page.goto('/admin/orders')
	await page.getByRole('link', { name: 'Total' }).click()
	await expect(page).toHaveURL('/admin/orders?sort=-total')
	await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
	await page.keyboard.press('j')
	await expect(page.locator('tbody a').first()).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/admin\/orders\/[^/?]+$/)
}

/** Picks and types a color, and uploads a heading font. */
async function givesTheBrand(page: Page): Promise<void> {
	await page.goto('/admin/content/file?path=brand.json')
	await page.locator('summary', { hasText: 'light mode' }).click()
	const [typed, picker] = [
		page.getByLabel('Buttons', { exact: true }).first(),
		page.getByLabel('Choose a color: Buttons', { exact: true }).first(),
	]
	await picker.fill('#1d4ed8')
	await expect(typed).toHaveValue('#1d4ed8')
	await typed.fill('crimson')
	await expect(picker).toHaveValue('#1d4ed8')
	await typed.fill('#AA1122')
	await expect(picker).toHaveValue('#aa1122')
	await expectNoFaultsAnyWidth(page)

	await page.goto('/admin/settings/brand')
	await page.getByLabel('Heading font file').setInputFiles('node_modules/@expo-google-fonts/besley/600SemiBold/Besley_600SemiBold.ttf')
	await page.getByRole('button', { name: 'Upload font' }).click()
	await expect(page.getByText('Headings use Besley SemiBold')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
}

/** Ended access, a refund, a change of access and a deletion made in the console soon show on the learner's pages. */
async function showsToLearners({ console: page, browser, email, mail, context }: Sides): Promise<void> {
	const learner = await (await browser.newContext(context)).newPage()
	const receipt = await buy(learner, { email, mail })
	await learner.goto('/templates')
	await expect(learner.getByText(OWNED)).toBeVisible()

	await find(page, email, '/admin/orders')
	await page.getByText('More actions').click()
	await act(page, 'End access')
	await learner.goto('/templates')
	await expect(learner.getByText(/^Your access ended on /)).toBeVisible(SOON)
	await expectNoFaultsAnyWidth(learner)
	await page.getByText('More actions').click()
	await act(page, 'Give access back')
	await learner.goto('/templates')
	await expect(learner.getByText(OWNED)).toBeVisible(SOON)

	await refundsByKeyboard(page, email)
	await learner.goto(receipt)
	await expect(learner.getByText('$37.60 was sent back to you')).toBeVisible(SOON)
	await learner.goto('/templates')
	await expect(learner.getByText(OWNED)).toHaveCount(0, SOON)

	await find(page, email, '/admin/learners')
	await act(page, 'Give access')
	await learner.goto('/templates')
	await expect(learner.getByText(OWNED)).toBeVisible(SOON)

	await page.getByText('More actions').click()
	await act(page, 'End access to Digital Income Mastery - Lifetime Access')
	await expect(page.getByRole('button', { name: /^End access/ })).toHaveCount(0)
	await learner.goto('/templates')
	await expect(learner.getByText(OWNED)).toHaveCount(0, SOON)

	await page.getByText('More actions').click()
	await act(page, 'Delete account')
	await expect(page.getByText('requested', { exact: true })).toBeVisible()
	await learner.goto('/settings')
	await expect(learner.getByRole('heading', { name: 'Your session has ended' })).toBeVisible(SOON)
	expect((await mail(email, /will be deleted/)).subject).toBeTruthy()
}
