import { TOTP } from 'otpauth'

import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'

const STEP_MS = 30_000

test('a learner adds an authenticator app, saves the recovery codes and signs in with the app', async ({ page, email, mail, signUp }) => {
	test.slow()
	await signUp()
	await page.goto('/settings?tab=security')
	const panel = page.getByRole('tabpanel', { name: 'Security' })
	await expect(panel.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Chrome on')

	await panel.getByRole('button', { name: 'Add an Authenticator App' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Continue' }).click()
	await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
	const secret = ((await dialog.getByLabel('Setup key').textContent()) ?? '').replaceAll(' ', '')
	const app = new TOTP({ secret })
	await dialog.getByLabel('6-digit code').fill(app.generate())
	await dialog.getByRole('button', { name: 'Add App' }).click()
	await expect(panel.getByRole('listitem').filter({ hasText: 'My phone' })).toBeVisible()

	await panel.getByRole('button', { name: 'Create Recovery Codes' }).click()
	await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
	await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
	await expect(panel.getByText('10 of 10 codes are left.')).toBeVisible()
	await expectNoFaults(page)

	const signedOut = new Date()
	await page.getByRole('tab', { name: 'Profile' }).click()
	await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
	await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
	await page.getByLabel('Email address').fill(email)
	await page.getByRole('button', { name: 'Email me a code' }).click()
	await page.getByLabel('6-digit code').fill(codeIn(await mail(email, /./, signedOut)))
	await page.getByRole('button', { name: 'Sign in with code' }).click()

	await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)

	// A learner who skips this step is asked again on every page that needs it, even after declining once.
	await page.goto('/dashboard')
	await expect(dialog.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
	await expectNoFaults(page)
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	const orders = page.getByRole('region', { name: 'Your orders' })
	await expect(orders).toContainText('Your second factor protects them.')
	await orders.getByRole('button', { name: 'Try Again' }).click()
	await expect(dialog.getByLabel('6-digit code')).toBeVisible()
	await page.goto('/settings?tab=security')
	await expect(dialog.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
	const code = dialog.getByLabel('6-digit code')
	await code.fill(app.generate({ timestamp: Date.now() - 10 * STEP_MS }))
	await page.getByRole('button', { name: 'Confirm code' }).click()
	await expect(page.getByText('That code is wrong.')).toBeVisible()
	// The code that enrolled the app is used up; the next time step's code is already valid.
	await code.fill(app.generate({ timestamp: Date.now() + STEP_MS }))
	await page.getByRole('button', { name: 'Confirm code' }).click()
	await expect(dialog).toBeHidden()
	await expect(panel.getByRole('listitem').filter({ hasText: 'This device' })).toBeVisible()
	await page.goto('/dashboard')
	await expect(page.getByText('You have the free part of the course.')).toBeVisible()
})

test('a stale session asks for a code in place, even over an open dialog', async ({ page, email, mail, signUp }) => {
	await signUp()
	const stale = { code: 'reauthentication_needed', message: 'Please confirm it’s you first' }
	// Simulates the server's response to a session older than 15 minutes.
	await page.route(
		'**/auth/v1/factors',
		(route) => route.fulfill({ status: 400, json: stale, headers: { 'x-supabase-api-version': '2024-01-01' } }),
		{ times: 1 },
	)
	await page.goto('/settings?tab=security')
	await page.getByRole('button', { name: 'Add an Authenticator App' }).click()
	const asked = new Date()
	await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
	const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
	await expect(proof.getByText('We’ve sent you a code.')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await proof.getByLabel('6-digit code').fill(codeIn(await mail(email, /./, asked)))
	await proof.getByRole('button', { name: 'Confirm' }).click()
	await expect(proof).toBeHidden()
	await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
})
