import type { Page } from '@playwright/test'

import { expect, test } from '#tests/e2e/setup/journey.ts'

type Form = {
	page: string
	/** Label and text of each field. */
	fill: Record<string, string>
	button: string
	/** Texts shown when the server can't be reached, and when it has accepted the form. */
	failure: RegExp
	success: RegExp
}

const NOT_SENT = /What you typed is still here/

const forms = (email: string): Form[] => [
	{
		page: '/contact',
		fill: { Name: 'שרה', Email: email, Subject: 'Order 🧭', Message: 'One\nTwo' },
		button: 'Send Message',
		failure: /Failed to send message/,
		success: /Message sent!/,
	},
	{
		page: '/careers',
		fill: { Name: 'Ana', Email: email, Message: 'I build things.' },
		button: 'Send Application',
		failure: /Failed to send application/,
		success: /Application sent!/,
	},
	{ page: '/blog', fill: { Email: email }, button: 'Subscribe', failure: NOT_SENT, success: /check your inbox/i },
	{ page: '/unsubscribe', fill: { Email: email }, button: 'Send me the link', failure: NOT_SENT, success: /check your inbox/i },
]

const fieldsOf = (page: Page, { fill }: Form) =>
	Object.entries(fill).map(([label, text]) => ({ field: page.getByRole('main').getByLabel(label).first(), text }))

test('with the server unreachable each form shows an error, keeps the input, and works once it is back', async ({
	page,
	email,
	expectConsole,
}) => {
	expectConsole(/wasn’t sent/)
	expectConsole(/ERR_FAILED/)
	for (const form of forms(email)) {
		await page.goto(form.page)
		await page.waitForLoadState('networkidle')
		for (const { field, text } of fieldsOf(page, form)) await field.fill(text)
		const send = page.getByRole('main').getByRole('button', { name: form.button, exact: true })
		await page.route('**/api/**', (route) => route.abort())
		await send.click()
		await expect(page.getByText(form.failure).first()).toBeVisible()
		for (const { field, text } of fieldsOf(page, form)) await expect(field).toHaveValue(text)
		await page.unroute('**/api/**')
		await send.click()
		await expect(page.getByText(form.success).first()).toBeVisible()
	}
})

test('with the server unreachable signing out fails with a message, and works once it is back', async ({ page, signUp, expectConsole }) => {
	expectConsole(/ERR_FAILED/)
	await signUp()
	await page.goto('/settings')
	const leave = page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true })
	await page.route('**/auth/v1/logout**', (route) => route.abort())
	await leave.click()
	await expect(page.getByText('Failed to sign out')).toBeVisible()
	await page.unroute('**/auth/v1/logout**')
	await leave.click()
	await expect(page.getByText('You have been successfully signed out')).toBeVisible()
})

test('with the server unreachable signing up and buying show an error, and work once it is back', async ({
	page,
	email,
	expectConsole,
}) => {
	expectConsole(/couldn’t be started|wasn’t sent|Failed to fetch|ERR_FAILED/)
	await page.addInitScript(() => localStorage.setItem('launchway_email_optin_seen', 'true'))
	await page.goto('/signup')
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	await expect(page).toHaveURL(/\/$/)
	await page.goBack()
	await page.getByRole('button', { name: 'Start Learning Free' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Missing Information' })).toContainText('Please fill in both your name and email.')
	await page.getByRole('dialog').getByLabel('Name').fill('Ana')
	await page.getByRole('dialog').getByLabel('Email').fill(email)
	await page.route('**/auth/v1/**', (route) => route.abort())
	await page.getByRole('button', { name: 'Start Learning Free' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible()
	await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
	await page.unroute('**/auth/v1/**')
	await page.getByRole('button', { name: 'Start Learning Free' }).click()
	await expect(page.getByRole('heading', { name: 'Welcome, Ana!' })).toBeVisible()

	await page.goto('/digital-income-mastery')
	await page.waitForLoadState('networkidle')
	await page.route('**/functions/v1/**', (route) => route.abort())
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page.getByText('Payment Error').first()).toBeVisible()
	await page.unroute('**/functions/v1/**')
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
})
