import type { Page } from '@playwright/test'

import type { OutboxEntry } from '#contracts/outbox.ts'

import { expect, followLink } from './journey.ts'

/** Prepares a visitor who signed up in this browser and completed these modules. */
export const arriveWith = (page: Page, completed: number[]): Promise<unknown> =>
	page.addInitScript((modules) => {
		localStorage.setItem('launchway_user', JSON.stringify({ name: 'Walk Example', email: 'walk@example.com' }))
		for (const id of modules) localStorage.setItem(`launchway_module${id}_completed`, 'true')
	}, completed)

/** Signs in with a code from the mailbox. */
export async function signInByCode(page: Page, { email, code }: { email: string; code: () => Promise<string> }): Promise<void> {
	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	await page.getByRole('button', { name: 'Email me a code' }).click()
	await page.getByLabel(/code/i).fill(await code())
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard/)
}

export async function signInByPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page).toHaveURL(/\/dashboard/)
}

/** Signs out in the settings and waits for the server's response. Leaving the page earlier would cancel the request. */
export async function signOut(page: Page): Promise<void> {
	await page.getByRole('tab', { name: 'Profile' }).click()
	await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
	await expect(page.getByText('You have been successfully signed out')).toBeVisible()
}

/** Buys with LAUNCH1, from the landing page to the dashboard. @returns the receipt's URL */
export async function buy(page: Page, { email, mail }: { email: string; mail: (to: string, subject?: RegExp) => Promise<OutboxEntry> }) {
	await page.goto('/digital-income-mastery?coupon=LAUNCH1')
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await page.getByLabel(/e-?mail/i).fill(email)
	await page.getByLabel(/^Card .*number$/).fill('4242 4242 4242 4242')
	await page.getByLabel('Expiry date').fill('12 / 34')
	await page.getByLabel('Security code').fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay \$/ }).click()
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
	const sessionId = new URL(page.url()).searchParams.get('session_id')!
	await followLink(page, await mail(email, /access/i))
	await expect(page).toHaveURL(/\/dashboard/)
	return `/orders/${sessionId}`
}
