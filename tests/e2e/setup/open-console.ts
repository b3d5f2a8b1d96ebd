import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import type { OutboxEntry } from '#contracts/outbox.ts'

import { expect, followLink } from './journey.ts'

export const OPERATOR = 'operator@academy.test'
const PASSWORD = 'a long enough password 7'

/** Waits for a message to an address on a separate server, and returns the newest. */
export async function mailOf(origin: string, to: string): Promise<OutboxEntry> {
	let found: OutboxEntry | undefined
	await expect
		.poll(async () => {
			const answer = await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(to)}`)
			found = ((await answer.json()) as OutboxEntry[])[0]
			return found !== undefined
		})
		.toBe(true)
	return found!
}

/** Opens the console with the mailed link. The browser stays signed in to the site, too, as a learner. */
export async function openConsole(page: Page, letter: OutboxEntry): Promise<void> {
	await followLink(page, letter)
	await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Save new password' }).click()
	await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
	await page.goto('/admin')
	await page.getByLabel('Email', { exact: true }).fill(OPERATOR)
	await page.getByLabel('Password').fill(PASSWORD)
	await page.keyboard.press('Enter')
	const secret = (await page.locator('code').textContent()) ?? ''
	await page.getByLabel('Code').fill(new TOTP({ secret }).generate())
	await page.keyboard.press('Enter')
	await page.getByRole('link', { name: 'I have saved them' }).click()
	await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
}
