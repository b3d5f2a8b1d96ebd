import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { layoutShift, textOutOfSightEnlarged, watchLayoutShift } from '#tests/e2e/setup/layout.ts'
import { LONG } from '#tests/setup/long-tests.ts'

const SIZES = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 },
]

const SIGNED_IN = [
	'/dashboard',
	'/settings',
	'/settings?tab=notifications',
	'/settings?tab=sms',
	'/settings?tab=security',
	'/weekly-planner',
	'/hustler-quiz',
	'/course/module1?section=skills',
	'/templates',
	'/login',
]

for (const size of SIZES)
	test(
		`late content causes no layout shift on a new learner’s pages at ${size.width} pixels, no request fails, and no page on a phone cuts off text at 200 %`,
		{ tag: LONG },
		async ({ page, signUp }) => {
			await signUp()
			const refused: string[] = []
			page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
			await watchLayoutShift(page)
			await page.route(/\/(api|auth\/v1|rest\/v1)\//, async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 700))
				await route.continue().catch(() => {})
			})
			await page.setViewportSize(size)
			for (const path of SIGNED_IN) {
				await page.goto(path)
				await page.waitForLoadState('networkidle')
				await expect(page.getByRole('status').filter({ hasText: /Loading|Fetching/ })).toHaveCount(0)
				expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02)
				if (size.width === 390) expect(await textOutOfSightEnlarged(page), path).toEqual([])
			}
			await page.goto('/')
			await page.getByRole('link', { name: 'Start Here - Find Your Path' }).click()
			await page.getByRole('button', { name: 'Start Quiz' }).click()
			await expect(page.getByRole('group')).toBeVisible()
			expect(await layoutShift(page), 'opening the quiz').toBeLessThanOrEqual(0.02)
			expect(refused).toEqual([])
		},
	)

test('the floating button never covers a linked heading, with or without the cookie banner', async ({ page }) => {
	for (const size of SIZES) {
		await page.setViewportSize(size)
		for (const choice of [null, 'declined']) {
			await page.goto('/digital-income-mastery')
			await page.evaluate((word) => (word ? localStorage.setItem('cookie-consent', word) : localStorage.clear()), choice)
			await page.goto('/digital-income-mastery')
			await hydrated(page)
			const ids = await page.locator('main :is(h2, h3)').evaluateAll((all) => all.map((one, index) => (one.id ||= `heading-${index}`)))
			for (const id of ids) {
				await page.evaluate((target) => document.getElementById(target)?.scrollIntoView({ block: 'nearest', behavior: 'instant' }), id)
				const isCovered = await page.evaluate((target) => {
					const heading = document.getElementById(target)?.getBoundingClientRect()
					const button = document.querySelector('.floating-enroll')?.getBoundingClientRect()
					return heading && button ? heading.top < button.bottom - 1 && heading.bottom > button.top + 1 : false
				}, id)
				expect(isCovered, `${id} at ${size.width}, ${choice}`).toBe(false)
			}
		}
	}
})
