import type { Page } from '@playwright/test'

import { SLOW_AFTER_MS } from '#app/features/checkout/use-order-status.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, followLink, hydrated, test } from '#tests/e2e/setup/journey.ts'

const OFFER = '/digital-income-mastery?coupon=LAUNCH1'

/** Opens the checkout with LAUNCH1 from the URL. */
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

test('a guest buys with LAUNCH1, signs in from the access mail and finds the order on the dashboard', async ({ page, email, mail }) => {
	await openCheckout(page)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await payWith(page, { email, card: '4242 4242 4242 4242' })

	await expect(page).toHaveURL(/\/payment-success\/?\?session_id=/)
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
	const sessionId = new URL(page.url()).searchParams.get('session_id')!
	await expect(page.getByText(sessionId)).toBeVisible()
	const number = (await page.getByText(/^[0-9A-Z]{8}$/).textContent()) ?? ''
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
	await expect(page.getByText(number, { exact: true })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download PDF' }).click()
	expect((await download).suggestedFilename()).toBe('receipt.pdf')
})

test('a declined card shows why and keeps the input, and another card pays', async ({ page, email }) => {
	await openCheckout(page)
	await payWith(page, { email, card: '4000 0000 0000 0002' })
	await expect(page.getByRole('alert')).toContainText(/declined/i)
	await expect(page.getByLabel(/e-?mail/i)).toHaveValue(email)
	await payWith(page, { email, card: '4242 4242 4242 4242' })
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

test('canceling charges nothing and returns to the offer with the code, which the next checkout uses', async ({ page }) => {
	await openCheckout(page)
	await page
		.getByRole('button', { name: /cancel|return/i })
		.or(page.getByRole('link', { name: /cancel|return/i }))
		.first()
		.click()
	await expect(page).toHaveURL(/\/payment-canceled/)
	await expect(page.getByRole('heading', { level: 1, name: 'Payment Canceled' })).toBeVisible()
	await expect(page.getByText('Your code LAUNCH1 still applies: $37.60 instead of $47.')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('link', { name: 'Try Payment Again' }).click()
	await expect(page).toHaveURL(/\/digital-income-mastery\?coupon=LAUNCH1/)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await expect(page.getByText('$37.60').first()).toBeVisible()
})

test('an invented session ID unlocks nothing and shows a message', async ({ page }) => {
	await page.goto('/payment-success?session_id=cs_test_madeup0000000000000000000000')
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
	await expect(page.getByRole('main')).toContainText(/can't find|no payment|unknown/i)
})

test('without a session ID the page shows “verifying” and offers a way forward', async ({ page }) => {
	await page.clock.install()
	await page.goto('/payment-success')
	await hydrated(page)
	await expect(page.getByText('Verifying Your Payment...')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
	await page.clock.fastForward(SLOW_AFTER_MS)
	await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})

test('if the payment can’t start, a toast appears and the button works again', async ({ page, expectConsole }) => {
	expectConsole(/^The checkout couldn’t be started/)
	await page.route('**/functions/v1/create-payment', (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
	await page.goto('/digital-income-mastery')
	const enroll = page.getByRole('button', { name: 'Enroll Today' })
	await enroll.click()
	await expect(page.getByRole('alert').filter({ hasText: 'Payment Error' })).toContainText('Unable to process payment. Please try again.')
	await expect(enroll).toBeEnabled()
})

test('a guest who has just paid signs in with the code and owns the course on every page', async ({ page, email, mail }) => {
	await openCheckout(page)
	await payWith(page, { email, card: '4242 4242 4242 4242' })
	await expect(page.getByRole('heading', { name: 'Open your course here' })).toBeVisible()
	await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	const selling = page.getByRole('banner').getByRole('link', { name: /Get Lifetime Access|Free Trial/ })
	await expect(selling).toHaveCount(0)
	// The course is open even before the code is entered, and no account is required.
	await page.getByRole('link', { name: 'Go to Your Modules' }).click()
	await expect(page).toHaveURL(/\/modules$/)
	await expect(page.getByText('Create your free account')).toHaveCount(0)
	await page.getByRole('main').getByRole('link', { name: 'Continue Learning' }).click()
	await expect(page).toHaveURL(/\/course\/module1/)
	await page.goBack()
	await page.goBack()
	await expect(selling).toHaveCount(0)
	await page.getByLabel('6-digit code').fill(codeIn(await mail(email, /access/i)))
	await page.getByRole('button', { name: 'Sign In and Begin' }).click()
	await expect(page.getByText('You’re signed in', { exact: true })).toBeVisible()

	await page.getByRole('link', { name: 'Go to Your Modules' }).click()
	await expect(page.getByText('Welcome', { exact: true })).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Continue Learning' })).toHaveAttribute('href', '/course/module1')
	const banner = page.getByRole('banner')
	await expect(banner.getByRole('link', { name: 'Get Lifetime Access' })).toBeHidden()

	await page.goto('/digital-income-mastery')
	await expect(page.getByText(/^Yours since /)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Enroll Today' })).toHaveCount(0)
	await expectNoFaultsAnyWidth(page)
	await banner.getByRole('link', { name: 'Continue Learning' }).click()
	await expect(page).toHaveURL(/\/course\/module1/)

	await page.goto('/success')
	await expect(page.getByRole('heading', { name: 'Enrollment Confirmed' })).toBeVisible()
})

test('/success claims nothing about an unknown buyer, and an impossible order is a 404', async ({ page, signUp, expectConsole }) => {
	await page.goto('/success')
	await expect(page.getByRole('heading', { name: 'Sign in to see your enrollment' })).toBeVisible()
	await signUp()
	await page.goto('/success')
	await expect(page.getByRole('heading', { name: 'This account isn’t enrolled' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	expectConsole(/^404: no page at/)
	expect((await page.goto('/orders/none'))?.status()).toBe(404)
	expect((await page.goto('/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b'))?.status()).toBe(200)
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Your order')
})
