import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'

test('a learner changes name, address and password, and downloads the data', async ({ page, email, mail, signUp }) => {
	await signUp()
	await page.goto('/settings')
	const panel = page.getByRole('tabpanel', { name: 'Profile' })
	await panel.getByLabel('Name', { exact: true }).fill('Ana Example')
	await panel.getByRole('button', { name: 'Save Name' }).click()
	await expect(page.getByText('We’ll call you Ana Example')).toBeVisible()

	await panel.getByRole('button', { name: 'Change Password' }).click()
	await expect(panel.getByText('Please enter a new password')).toBeVisible()
	await panel.getByLabel('New password').fill('12345678')
	await panel.getByRole('button', { name: 'Change Password' }).click()
	await expect(panel.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
	await panel.getByLabel('New password').fill('orange-lamp-river')
	await panel.getByRole('button', { name: 'Change Password' }).click()
	await expect(page.getByText('All other devices have been signed out')).toBeVisible()

	const download = page.waitForEvent('download')
	await panel.getByRole('button', { name: 'Export as JSON' }).click()
	expect((await download).suggestedFilename()).toBe('my-data.json')

	const wanted = `new-${email}`
	await panel.getByLabel('New email address').fill(wanted)
	await panel.getByRole('button', { name: 'Change Email' }).click()
	await expect(panel.getByText('Waiting for both mailboxes')).toBeVisible()
	await expectNoFaults(page, 'main')
	const other = await page.context().newPage()
	await followLink(other, await mail(wanted))
	await expect(other.getByRole('heading', { name: 'One confirmation to go' })).toBeVisible()
	await followLink(other, await mail(email, /address/))
	await expect(other).toHaveURL(/\/settings$/)
	await expect(panel.getByText(wanted, { exact: true })).toBeVisible()
})
