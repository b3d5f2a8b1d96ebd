import { TOTP } from 'otpauth'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'

const OPERATOR = 'operator@academy.test'
const PASSWORD = 'a long enough password 7'

test('the first operator sets a password by the mailed link, opens the console by keyboard alone and finds what waits', async ({
	browser,
	request,
	extraHTTPHeaders,
	baseURL,
	email,
	mail,
	page: setUp,
}) => {
	test.setTimeout(120_000)
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
	await expectNoFaultsAnyWidth(page)
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
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

	await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
	await expect(page.getByRole('heading', { name: subject })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.keyboard.press('/')
	await expect(page.getByRole('searchbox', { name: 'Find anything' })).toBeFocused()
	await page.keyboard.press('Escape')
	await page.getByRole('heading', { name: 'Today' }).click()
	await page.keyboard.press('j')
	await expect(page.locator('[data-stop]').first()).toBeFocused()

	await page.getByRole('link', { name: 'What was done' }).click()
	await expect(page.getByText('Nothing was done yet.').or(page.getByRole('table'))).toBeVisible()
	await page.getByRole('button', { name: 'Sign out' }).click()
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await context.close()
})
