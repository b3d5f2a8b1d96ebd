import type { APIRequestContext } from '@playwright/test'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'

/** Returns the URL of a new checkout, as the purchase buttons receive it. */
async function openCheckout(request: APIRequestContext, couponCode?: string): Promise<string> {
	const answer = await request.post('/functions/v1/create-payment', {
		data: { productName: 'Digital Income Mastery - Lifetime Access', couponCode },
	})
	const { url } = (await answer.json()) as { url: string }
	return new URL(url).pathname
}

test('the test checkout is accessible when open, invalid, discounted, declined and in bank confirmation', async ({ page, request }) => {
	await page.goto(await openCheckout(request))
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('button', { name: 'Pay $47.00' }).click()
	await expect(page.getByText('Enter a card number.')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	await page.getByLabel('Email').fill('axe@example.com')
	await page.getByLabel('Promotion code').fill('LAUNCH1')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByRole('status')).toContainText('The code was applied.')
	await expectNoFaultsAnyWidth(page)
	await page.setViewportSize({ width: 390, height: 844 })
	await page.getByRole('checkbox', { name: /lose any right of withdrawal/ }).check()
	await page.getByText('Test cards', { exact: true }).click()
	await page.getByRole('button', { name: /^Is declined/ }).click()
	await page.getByRole('button', { name: 'Pay $37.60' }).click()
	await expect(page.getByRole('alert')).toContainText('Your card was declined.')
	await expectNoFaultsAnyWidth(page)
	await page.getByText('Test cards', { exact: true }).click()
	await page.getByRole('button', { name: /^Bank asks first/ }).click()
	await page.getByRole('button', { name: 'Pay $37.60' }).click()
	await expect(page.getByRole('heading', { name: 'Your bank asks: is this you?' })).toBeVisible()
	await expectNoFaultsAnyWidth(page)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the test checkout can be paid with the keyboard only', async ({ page, request, email }) => {
		await page.goto(await openCheckout(request, 'LAUNCH1'))
		await page.getByLabel('Email').focus()
		await page.keyboard.type(email)
		await page.keyboard.press('Tab')
		await page.keyboard.press('Enter')
		await page.keyboard.press('Tab')
		await expect(page.getByRole('button', { name: /^Pays/ })).toBeFocused()
		await page.keyboard.press('Space')
		await expect(page.getByLabel('Card or account number')).toHaveValue('4242 4242 4242 4242')
		await expect(page.getByLabel('Email')).toHaveValue(email)
		await page.getByRole('checkbox').focus()
		await page.keyboard.press('Space')
		await page.getByLabel('Security code').focus()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(/\/payment-success\/?\?session_id=cs_test_/)
	})
})
