import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'

test('an unknown path answers 404 with a page, three links and the cookie banner', async ({ page, expectConsole }) => {
	expectConsole(/^404: no page at \/no\/such\/page$/)
	const response = await page.goto('/no/such/page')
	expect(response!.status()).toBe(404)
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Page Not Found')
	for (const target of ['/', '/modules', '/signup']) await expect(page.getByRole('main').locator(`a[href="${target}"]`)).toBeVisible()
	await page.getByRole('button', { name: 'Accept', exact: true }).click()
	await page.goto('/')
	await hydrated(page)
	await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden()
	expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('accepted')
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })
	const READ = [
		['/', ['Start Now', 'Enroll Today', 'Latest Student Wins', 'View All Articles']],
		['/hustler-quiz', ['What Kind of Digital Hustler Are You?']],
		['/digital-income-mastery', ['$47', '$197', '30-day']],
		['/modules', ['Foundation: Digital Career Discovery', 'Long-Term Success & Mastery']],
		['/signup', ['Discover Strengths', 'Land the Job']],
	] as const

	test('home, quiz, offer, modules and sign-up can be read', async ({ page }) => {
		for (const [path, words] of READ)
			await test.step(path, async () => {
				await page.goto(path)
				await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
				for (const word of words) await expect(page.getByRole('main')).toContainText(word)
			})
	})
})

test('before a choice only necessary data is stored and no other host is contacted; Accept lasts until another tab clears it', async ({
	page,
	context,
	baseURL,
}) => {
	const foreign: string[] = []
	page.on('request', (request) => {
		if (!request.url().startsWith(baseURL!)) foreign.push(request.url())
	})
	await page.goto('/')
	await page.waitForLoadState('networkidle')
	expect(foreign).toEqual([])
	expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
	expect(await context.cookies()).toEqual([])

	const button = page.getByRole('button', { name: 'Accept', exact: true })
	await button.click()
	await expect(button).toBeHidden()
	expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('accepted')
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(button).toBeHidden()

	const other = await context.newPage()
	await other.goto('/about')
	await hydrated(other)
	await page.evaluate(() => localStorage.clear())
	await expect(other.getByRole('region', { name: 'Cookie consent' })).toBeVisible()
})

test('the cookie banner is in the first paint, works before hydration, and stays hidden after an answer', async ({ page }) => {
	await page.route('**/assets/*.js', () => {})
	await page.goto('/login', { waitUntil: 'commit' })
	const banner = page.getByRole('region', { name: 'Cookie consent' })
	await expect(banner).toBeVisible()
	await banner.getByRole('button', { name: 'Decline' }).click()
	await expect(banner).toBeHidden()
	expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('declined')
	await page.reload({ waitUntil: 'commit' })
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(banner).toBeHidden()
})

test('the menu of a small screen opens, lists all links and closes on a choice', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/')
	await page.getByRole('button', { name: /menu/i }).click()
	const banner = page.getByRole('banner')
	for (const name of ['Home', 'Modules', 'Resources', 'Settings', 'Free Trial', 'Get Lifetime Access'])
		await expect(banner.getByRole('link', { name, exact: true })).toBeVisible()
	await banner.getByRole('link', { name: 'Modules', exact: true }).click()
	await expect(page).toHaveURL(/\/modules/)
	await expect(banner.getByRole('link', { name: 'Free Trial', exact: true })).toBeHidden()
})

test('a signed-in visitor without a purchase sees trial and course, in the header or the menu', async ({ page, signUp }) => {
	await signUp()
	const banner = page.getByRole('banner')
	const links = ['Dashboard', 'Sign Out', 'Free Trial', 'Get Lifetime Access'].map((name) =>
		banner.getByRole('link', { name, exact: true }).filter({ visible: true }),
	)
	for (const link of links) await expect(link).toBeInViewport({ ratio: 1 })
	expect((await banner.boundingBox())?.height).toBeLessThan(80)
	await page.setViewportSize({ width: 1024, height: 800 })
	await banner.getByRole('button', { name: 'Open menu' }).click()
	for (const link of links) await expect(link).toBeInViewport({ ratio: 1 })
})

test('an error in a page shows the error page, and Try again restores the page', async ({ page, expectConsole }) => {
	expectConsole(/.*/)
	await page.route('**/modules.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
	await page.goto('/')
	await hydrated(page)
	await page.getByRole('banner').getByRole('link', { name: 'Modules', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
	await page.unroute('**/modules.data*')
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Course Modules' })).toBeVisible()
})
