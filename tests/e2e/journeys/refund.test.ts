import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'

import { currentSmsConsent } from '#domain/consents/sms-consent.ts'
import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { buy } from '#tests/e2e/setup/steps.ts'

async function bearerOf(page: Page): Promise<Record<string, string>> {
	const token = await page.evaluate(() =>
		Object.values(localStorage)
			.map((value) => /"access_token":"([^"]+)"/.exec(value)?.[1])
			.find(Boolean),
	)
	return { authorization: `Bearer ${token}` }
}

test('a buyer who downloaded a paid template sees why the refund is refused, and keeps the course', async ({ page, email, mail }) => {
	const receipt = await buy(page, { email, mail })
	await page.goto('/reset-password')
	await page.getByRole('textbox', { name: 'New password' }).fill('a long password of mine 1')
	await page.getByRole('button', { name: 'Save new password' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()

	await page.goto('/templates')
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download ROI Tracker, Excel (XLSX)' }).click(),
	])
	expect(file.suggestedFilename()).toBe('roi-tracker.xlsx')

	await page.goto(receipt)
	await expect(page.getByText('A paid template was first downloaded on')).toBeVisible()
	await expectNoFaults(page)
	await page.getByLabel(/What was missing/).fill('I wanted something else')
	await page.getByRole('button', { name: 'Ask for my money back' }).click()
	await expect(page.getByRole('button', { name: 'Yes, ask now' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('button', { name: 'Yes, ask now' }).click()
	const answer = page.getByRole('status').filter({ hasText: 'Your request wasn’t approved' })
	await expect(answer).toContainText('A paid template was downloaded with this order.')
	expect((await mail(email, /not approved/i)).body).toContain('A paid template was downloaded')
	expect((await mail(email, /have your request/i)).body).toContain('I wanted something else')
	await page.goto('/templates')
	await expect(page.getByText('The whole library is open to you')).toBeVisible()
})

test('a buyer who downloaded nothing gets a refund and loses access, certificate and course texts', async ({
	page,
	email,
	mail,
	request,
}) => {
	const receipt = await buy(page, { email, mail })
	const headers = await bearerOf(page)
	const phoneNumber = `+1415${randomInt(2_000_000, 9_999_999)}`
	const call = async (name: string, data: object) => {
		const response = await request.post(`/functions/v1/${name}`, { headers, data })
		return (await response.json()) as { success: boolean; message?: string }
	}
	expect(
		await call('send-verification-code', { phoneNumber, purpose: 'phone_verification', consentVersion: currentSmsConsent.version }),
	).toMatchObject({ success: true })
	await call('verify-code', { phoneNumber, purpose: 'phone_verification', code: codeIn(await mail(phoneNumber, /^/)) })
	expect(await call('send-course-progress-sms', { moduleId: 1, sectionId: 'introduction-orientation' })).toMatchObject({ success: true })
	const claim = async () => (await request.post('/api/certificates', { headers, data: { name: 'Ana Test' } })).status()
	expect(await claim()).toBe(409)

	await page.goto(receipt)
	await expect(page.getByText(/You have opened 0 of \d+ sections: 0%/)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Withdraw from contract' })).toBeVisible()
	await page.getByRole('button', { name: 'Ask for my money back' }).click()
	await page.getByRole('button', { name: 'Yes, ask now' }).click()
	await expect(page.getByText('$37.60 was sent back to you')).toBeVisible({ timeout: 5_000 })
	await expect(page.getByText('Ended, because the payment was returned.')).toBeVisible()
	await expectNoFaults(page)

	expect(await claim()).toBe(403)
	expect(await call('send-course-progress-sms', { moduleId: 1, sectionId: 'value-mapping' })).toMatchObject({ success: false })
	const taken = await request.post('/api/downloads', { headers, data: { document: 'roi-tracker', format: 'xlsx' } })
	expect(taken.status()).toBe(403)
	expect((await mail(email, /Refund sent/)).body).toContain('$37.60')
	await page.goto('/templates')
	await expect(page.getByText('The whole library is open to you')).toHaveCount(0)
})
