import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'

// The settings need a sign-in, so the check of all pages sees only the sign-in prompt.
test('no settings tab has an accessibility violation at either width or in either theme', async ({ page, signUp }) => {
	await signUp()
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await page.goto('/settings')
	for (const name of ['Profile', 'Notifications', 'SMS', 'Security']) {
		await page.getByRole('tab', { name }).click()
		const panel = page.getByRole('tabpanel', { name })
		await expect(panel.getByRole('heading').first()).toBeVisible()
		await expect(panel.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0)
		await expectNoFaultsAnyWidth(page, 'main')
	}
	await page.getByRole('button', { name: 'Add an Authenticator App' }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
})
