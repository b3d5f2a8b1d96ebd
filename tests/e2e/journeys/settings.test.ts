import { randomInt } from 'node:crypto'

import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'

const somePhone = () => `+1415${randomInt(2_000_000, 9_999_999)}`
const wrong = (code: string, step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

test('a learner verifies a phone number with the code and keeps the preferences', async ({ page, email, mail, signUp }) => {
	await page.goto('/settings?tab=sms')
	await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
	await signUp()

	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
	await expect(page.getByRole('tabpanel').getByText(email)).toBeVisible()
	await page.getByRole('tab', { name: 'Profile' }).press('End')
	await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused()
	await page.keyboard.press('ArrowLeft')
	await expect(page).toHaveURL(/\?tab=sms$/)

	const panel = page.getByRole('tabpanel', { name: 'SMS' })
	await expect(panel.getByText('No messages yet.')).toBeVisible()
	await expect(panel.getByRole('button', { name: 'Verify' })).toBeDisabled()
	await expect(panel.getByRole('switch')).toHaveCount(0)
	// The consent text, with the version that is stored with the consent.
	await expect(panel.getByText(/Tap Verify or Agree to agree to texts to this number.*\(Version \d{4}-\d{2}-\d{2}\)/)).toBeVisible()
	const phone = somePhone()
	await panel.getByLabel('Phone Number').fill(phone)
	await panel.getByRole('button', { name: 'Verify' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Check your phone for the verification code' })).toBeVisible()
	await expect(panel.getByRole('button', { name: /Send a new code in \d+ s/ })).toBeDisabled()
	const code = codeIn(await mail(phone, /^/))
	const field = panel.getByLabel('Verification Code')
	await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
	await expect(field).toBeFocused()
	await field.fill(wrong(code, 1))
	await panel.getByRole('button', { name: 'Confirm Code' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Invalid verification code' })).toBeVisible()

	// A requested code survives a reload.
	await page.reload()
	await field.fill(code)
	await field.press('Enter')
	await expect(panel.getByText('Verified', { exact: true })).toBeVisible()
	await expect(panel.getByRole('cell', { name: '•••••• is your Launchway code.' })).toBeVisible()

	await panel.getByRole('switch', { name: 'Course Progress' }).click()
	await panel.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('Your SMS preferences have been saved')).toBeVisible()
	await page.reload()
	await expect(panel.getByRole('switch', { name: 'Course Progress' })).not.toBeChecked()
	await expect(panel.getByRole('switch', { name: 'Payment Notifications' })).toBeChecked()
})

test('five wrong codes lock the form with a plain message, also after a reload', async ({ page, mail, signUp }) => {
	await signUp()
	await page.goto('/settings?tab=sms')
	const panel = page.getByRole('tabpanel', { name: 'SMS' })
	const phone = somePhone()
	await panel.getByLabel('Phone Number').fill(phone)
	await panel.getByRole('button', { name: 'Verify' }).click()
	const code = codeIn(await mail(phone, /^/))
	for (const step of [1, 2, 3, 4, 5]) {
		await panel.getByLabel('Verification Code').fill(wrong(code, step))
		const answer = page.waitForResponse(/verify-code/)
		await panel.getByRole('button', { name: 'Confirm Code' }).click()
		await answer
	}
	const locked = panel.getByRole('alert').filter({ hasText: 'no code is sent or accepted for another 10 minutes' })
	await expect(locked).toBeVisible()
	await expect(panel.getByRole('button', { name: 'Verify' })).toBeDisabled()
	await page.reload()
	await expect(locked).toBeVisible()
	await expect(panel.getByLabel('Verification Code')).toHaveCount(0)
})

test('at 390 px, turning on SMS codes asks for one: no toast covers the button, and closing the dialog shows no error', async ({
	page,
	mail,
	signUp,
}) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await signUp()
	await page.goto('/settings?tab=sms')
	const panel = page.getByRole('tabpanel', { name: 'SMS' })
	const phone = somePhone()
	await panel.getByLabel('Phone Number').fill(phone)
	await panel.getByRole('button', { name: 'Verify' }).click()
	await panel.getByLabel('Verification Code').fill(codeIn(await mail(phone, /^/)))
	await panel.getByRole('button', { name: 'Confirm Code' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Phone verified' })).toBeVisible()
	await panel.getByRole('switch', { name: 'Two-Factor Authentication' }).click()
	await panel.getByRole('button', { name: 'Save' }).click()

	const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(dialog.getByRole('status').filter({ hasText: 'Settings updated' })).toBeVisible()
	// Playwright refuses the click if a toast covers the button.
	await dialog.getByRole('button', { name: 'Send code' }).click({ timeout: 2000 })
	await expect(dialog.getByText('We texted this phone less than a minute ago')).toBeVisible()
	await expect(dialog.getByRole('button', { name: /Send a new code in \d+ s/ })).toBeDisabled()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(panel.getByText('Your second factor protects these settings.')).toBeInViewport()
	await expect(page.getByText('couldn’t be loaded')).toHaveCount(0)
	await panel.getByRole('button', { name: 'Confirm' }).click()
	await expect(dialog.getByRole('button', { name: /Send/ })).toBeVisible()
})
