// asvs V7.4.4
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'

test('a forgotten password is reset by mail, and the new one signs in', async ({ page, email, mail, request }) => {
	const signUp = await request.post('/auth/v1/signup', { data: { email, password: 'first long password 1' } })
	expect(signUp.status()).toBe(200)
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	await page.evaluate(() => localStorage.clear())

	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	await page.getByRole('button', { name: 'Forgot your password?' }).click()
	await followLink(page, await mail(email, /password/i))
	await expect(page).toHaveURL(/\/reset-password/)
	await page
		.getByLabel(/new password/i)
		.first()
		.fill('second long password 2')
	await page
		.getByRole('button', { name: /password/i })
		.last()
		.click()
	await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()

	await page.evaluate(() => localStorage.clear())
	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	await page.getByLabel('Password', { exact: true }).fill('second long password 2')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page).toHaveURL(/\/dashboard/)
})

test('a wrong password and an unknown address show the same message', async ({ page, email }) => {
	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	await page.getByLabel('Password', { exact: true }).fill('not the password')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page.getByRole('alert').first()).toBeVisible()
	await expect(page.getByLabel('Email address')).toHaveValue(email)
})

test('every page of a signed-in learner has Sign Out, at both widths', async ({ page, signUp }) => {
	await page.goto('/modules')
	await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Out' })).toBeHidden()
	await signUp()
	for (const path of ['/', '/course/module1', '/weekly-planner', '/settings', '/dashboard']) {
		await page.goto(path)
		await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign Out' })).toBeVisible()
	}
	await page.setViewportSize({ width: 1024, height: 768 })
	await page.goto('/course/module1')
	await expectNoFaultsAnyWidth(page, 'header')
	await page.setViewportSize({ width: 390, height: 844 })
	await page.getByRole('button', { name: 'Open menu' }).click()
	await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sign Out' }).click()
	await expect(page.getByText('You have been successfully signed out')).toBeVisible()
	await page.getByRole('button', { name: 'Open menu' }).click()
	await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sign in' })).toBeVisible()
	// The request was consumed: a later reload doesn't sign out a new session.
	expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr ?? null)).toBeNull()
})
