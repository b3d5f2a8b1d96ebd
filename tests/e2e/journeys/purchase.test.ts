import type { Page } from '@playwright/test'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, followLink, test } from '#tests/e2e/setup/journey.ts'

const OFFER = '/digital-income-mastery?coupon=LAUNCH1'

/** Opens the checkout with LAUNCH1 applied by the address. */
async function openCheckout(page: Page) {
	await page.goto(OFFER)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await expect(page.getByText('TEST MODE')).toBeVisible()
}

async function payWith(page: Page, { email, card }: { email: string; card: string }) {
	await page.getByLabel(/e-?mail/i).fill(email)
	await page.getByLabel('Card or account number').fill(card)
	await page.getByLabel('Expiry date').fill('12 / 34')
	await page.getByLabel('Security code').fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay \$/ }).click()
}

test('a guest buys with LAUNCH1 and finds the order on the dashboard after the access mail', async ({ page, email, mail }) => {
	await openCheckout(page)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await payWith(page, { email, card: '4242 4242 4242 4242' })

	await expect(page).toHaveURL(/\/payment-success\/?\?session_id=/)
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
	const sessionId = new URL(page.url()).searchParams.get('session_id')!
	await expect(page.getByText(sessionId)).toBeVisible()
	expect((await mail(email, /receipt/i)).body).toContain('$37.60')

	const access = await mail(email, /access/i)
	await followLink(page, access)
	await expect(page).toHaveURL(/\/dashboard/)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	expect(codeIn(access)).toMatch(/^\d{6}$/)

	await page
		.getByRole('table')
		.getByRole('link', { name: /Digital Income Mastery/ })
		.click()
	await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
	await expect(page.getByText(sessionId)).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download PDF' }).click()
	expect((await download).suggestedFilename()).toBe('receipt.pdf')
})

test('a declined card says why, keeps what was typed, and another card pays', async ({ page, email }) => {
	await openCheckout(page)
	await payWith(page, { email, card: '4000 0000 0000 0002' })
	await expect(page.getByRole('alert')).toContainText(/declined/i)
	await expect(page.getByLabel(/e-?mail/i)).toHaveValue(email)
	await payWith(page, { email, card: '4242 4242 4242 4242' })
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

test('canceling charges nothing and leads back to the offer', async ({ page }) => {
	await openCheckout(page)
	await page
		.getByRole('button', { name: /cancel|return/i })
		.or(page.getByRole('link', { name: /cancel|return/i }))
		.first()
		.click()
	await expect(page).toHaveURL(/\/payment-canceled/)
	await expect(page.getByRole('heading', { level: 1, name: 'Payment Canceled' })).toBeVisible()
	await page.getByRole('link', { name: 'Try Payment Again' }).click()
	await expect(page).toHaveURL(/\/digital-income-mastery/)
})

test('a made-up session id unlocks nothing and says so', async ({ page }) => {
	await page.goto('/payment-success?session_id=cs_test_madeup0000000000000000000000')
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
	await expect(page.getByRole('main')).toContainText(/do not know|not find|no payment|unknown/i)
})

test('without a session id the page verifies and offers a way on', async ({ page }) => {
	test.setTimeout(60_000)
	await page.goto('/payment-success')
	await expect(page.getByText('Verifying Your Payment...')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link').first()).toBeVisible({ timeout: 30_000 })
})

test('when the payment cannot start the toast says so and the button works again', async ({ page, expectConsole }) => {
	expectConsole(/^The checkout could not be started/)
	await page.route('**/functions/v1/create-payment', (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
	await page.goto('/digital-income-mastery')
	const enroll = page.getByRole('button', { name: 'Enroll Today' })
	await enroll.click()
	await expect(page.getByRole('alert').filter({ hasText: 'Payment Error' })).toContainText('Unable to process payment. Please try again.')
	await expect(enroll).toBeEnabled()
})
