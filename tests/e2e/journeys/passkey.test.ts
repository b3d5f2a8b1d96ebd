import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { signOut } from '#tests/e2e/setup/steps.ts'

test('a learner adds a passkey, loses the session without losing input, and signs in with the passkey', async ({
	page,
	request,
	signUp,
}) => {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
	})
	await signUp()
	await page.goto('/settings?tab=security')
	const panel = page.getByRole('tabpanel', { name: 'Security' })
	await panel.getByRole('button', { name: 'Add a Passkey' }).click()
	await expect(page.getByText('You can now sign in with it')).toBeVisible()
	await expect(panel.getByRole('button', { name: 'Rename' })).toBeVisible()

	await page.getByRole('tab', { name: 'Profile' }).click()
	await page.getByLabel('Name', { exact: true }).fill('Typed before the end')
	const session = await page.evaluate(() => localStorage.getItem('sb-localhost-auth-token') ?? '')
	const { access_token: token } = JSON.parse(session) as { access_token: string }
	await request.post('/auth/v1/logout?scope=local', { headers: { authorization: `Bearer ${token}` } })
	// The sign-in page offers passkeys on load, and this virtual device confirms without a press.
	const passkeyUsed = page.waitForResponse(/passkeys\/authentication\/verify/)
	await page.getByRole('button', { name: 'Save Name' }).click()
	expect((await passkeyUsed).status()).toBe(200)
	await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeHidden()
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the end')
	await page.getByRole('button', { name: 'Save Name' }).click()
	await expect(page.getByText('We’ll call you Typed before the end')).toBeVisible()
})

test('a learner adds a security key, signs in with it, and removes it', async ({ page, email, mail, signUp }) => {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'usb', hasResidentKey: false, hasUserVerification: false, automaticPresenceSimulation: true },
	})
	await signUp()
	await page.goto('/settings?tab=security')
	const panel = page.getByRole('tabpanel', { name: 'Security' })
	await panel.getByRole('button', { name: 'Add a Security Key' }).click()
	await page.getByRole('dialog').getByLabel('Name').fill('Blue key')
	await page.getByRole('dialog').getByRole('button', { name: 'Add Key' }).click()
	await expect(panel.getByRole('listitem').filter({ hasText: 'Blue key' })).toBeVisible()
	await expect(panel.getByRole('button', { name: 'Create Recovery Codes' })).toBeVisible()

	const signedOut = new Date()
	await signOut(page)
	await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
	await page.getByLabel('Email address').fill(email)
	await page.getByRole('button', { name: 'Email me a code' }).click()
	await page.getByLabel('6-digit code').fill(codeIn(await mail(email, /./, signedOut)))
	await page.getByRole('button', { name: 'Sign in with code' }).click()
	await page.getByRole('button', { name: 'Use security key' }).click()
	await expect(page).toHaveURL(/\/settings/)
	await panel.getByRole('button', { name: 'Remove Blue key' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove Key' }).click()
	await expect(panel.getByText('No key yet.')).toBeVisible()
})
