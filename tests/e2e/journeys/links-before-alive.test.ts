import { holdScripts } from '#tests/e2e/setup/hold-scripts.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { arriveWith } from '#tests/e2e/setup/steps.ts'

const OFFER = '/digital-income-mastery?coupon=LAUNCH1'

test('a buyer who cancels and retries before scripts have loaded keeps the discount code', async ({ page }) => {
	await page.goto(OFFER)
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	const release = await holdScripts(page)
	await page.getByRole('button', { name: /cancel/i }).click({ noWaitAfter: true })
	const retry = page.getByRole('link', { name: 'Try Payment Again' })
	await expect(retry).toHaveAttribute('href', `${OFFER}#pricing`)
	await retry.click({ noWaitAfter: true })
	await expect(page).toHaveURL(/\/digital-income-mastery\?coupon=LAUNCH1/)
	await page.getByRole('button', { name: 'Enroll Today' }).click({ noWaitAfter: true })
	release()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await expect(page.getByText('$37.60').first()).toBeVisible()
})

test('the retry link has the discount code before and without the server’s answer about the order', async ({ page }) => {
	await page.goto(OFFER)
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	await page.route('**/api/orders/by-session/*', (route) => route.abort())
	await page.getByRole('button', { name: /cancel/i }).click()
	await page.waitForFunction(() => window.launchwayEarly === null)
	await page.getByRole('link', { name: 'Try Payment Again' }).click()
	await expect(page).toHaveURL(/\/digital-income-mastery\?coupon=LAUNCH1/)
	await expect(page.getByText('$37.60').first()).toBeVisible()
})

test('the server’s answer about the order doesn’t move any button', async ({ page }) => {
	await page.goto(OFFER)
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/sandbox\/checkout\//)
	let answer = () => {}
	const held = new Promise<void>((resolve) => (answer = resolve))
	await page.route('**/api/orders/by-session/*', async (route) => {
		await held
		await route.continue()
	})
	await page.getByRole('button', { name: /cancel/i }).click()
	await page.waitForFunction(() => window.launchwayEarly === null)
	const place = () => page.getByRole('link', { name: 'Try Payment Again' }).boundingBox()
	await page.evaluate(() => document.fonts.ready)
	const before = await place()
	answer()
	await expect(page.getByText('Your code LAUNCH1 still applies')).toBeVisible()
	expect(await place()).toEqual(before)
})

test('Sign Out pressed before hydration signs out', async ({ page, signUp }) => {
	await signUp()
	const release = await holdScripts(page)
	await page.goto('/about', { waitUntil: 'commit' })
	await page.getByRole('banner').getByRole('link', { name: 'Sign Out' }).first().click({ noWaitAfter: true })
	release()
	await expect(page.getByText('You have been successfully signed out')).toBeVisible()
})

test('Start Free Today pressed before hydration leads a learner into the course', async ({ page }) => {
	await arriveWith(page, [])
	const release = await holdScripts(page)
	await page.goto('/modules', { waitUntil: 'commit' })
	await page.getByRole('link', { name: 'Start Free Today' }).click({ noWaitAfter: true })
	release()
	await expect(page).toHaveURL('/course/module1')
})
