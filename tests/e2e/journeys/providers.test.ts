import type { Page } from '@playwright/test'
import { createEmulator } from 'emulate'

import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'
import { signOut } from '#tests/e2e/setup/steps.ts'

test.use({ baseURL: OWN_ORIGIN })

/** Starts a third-party Okta emulator and a server that accepts its accounts. */
async function startBoth() {
	const okta = await createEmulator({
		service: 'okta',
		port: 0,
		seed: {
			okta: {
				users: [{ login: 'learner@school.example', email: 'learner@school.example', first_name: 'Sample', last_name: 'Learner' }],
				authorization_servers: [{ id: 'default', name: 'default', audiences: ['api://default'] }],
				oauth_clients: [
					{
						client_id: 'academy',
						client_secret: 'secret',
						name: 'Academy',
						redirect_uris: [`${OWN_ORIGIN}/auth/v1/callback`],
						auth_server_id: 'default',
					},
				],
			},
		},
	})
	const server = createOwnServer({
		GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
		GOTRUE_EXTERNAL_CUSTOM_NAME: 'okta',
		GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'academy',
		GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
		GOTRUE_EXTERNAL_CUSTOM_URL: `${okta.url}/oauth2/default`,
		GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
	})
	await server.start()
	return { okta, ...server }
}

/** Returns the cumulative layout shift of the page. */
const layoutShift = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
				}).observe({ type: 'layout-shift', buffered: true })
				setTimeout(() => resolve(sum), 100)
			}),
	)

test('a learner links an account of another site, signs in with it, and sees errors on the way', async ({ page, signUp }) => {
	const { okta, remove } = await startBoth()
	try {
		await page.goto('/auth/callback?next=%2Fmodules&error=access_denied&error_code=bad_oauth_callback&error_description=Call+us')
		await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()
		await expect(page).toHaveURL('/auth/callback?next=%2Fmodules')
		await expect(page.getByText('Call us')).toBeHidden()
		await page.goto('/auth/v1/callback?code=1&state=of-yesterday')
		await expect(page.getByRole('alert')).toContainText('took too long')
		await page.getByRole('link', { name: 'Choose a Way to Sign In' }).click()
		await expect(page.getByRole('button', { name: 'Continue with Okta' })).toBeVisible()

		await signUp()
		await page.goto('/settings?tab=security')
		await page.getByRole('button', { name: 'Link Okta' }).click()
		await page.getByRole('button', { name: 'learner@school.example' }).click()
		await expect(page).toHaveURL('/settings?tab=security')
		await expect(page.getByRole('button', { name: 'Unlink Okta' })).toBeVisible()

		await signOut(page)
		await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
		const button = page.getByRole('button', { name: 'Continue with Okta' })
		await expect(button).toBeVisible()
		expect(await layoutShift(page), 'layout shift').toBeLessThan(0.01)
		await expectNoFaults(page)
		await button.click()
		await page.getByRole('button', { name: 'learner@school.example' }).click()
		await expect(page).toHaveURL('/settings?tab=security')
		await page.getByRole('button', { name: 'Unlink Okta' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
		await expect(page.getByText('Okta no longer signs you in')).toBeVisible()
		await expect(page.getByRole('button', { name: 'Link Okta' })).toBeVisible()
	} finally {
		await remove()
		await okta.close()
	}
})
