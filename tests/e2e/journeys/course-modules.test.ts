import type { Page } from '@playwright/test'

import { expectNoFaultsInTurn } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { arriveWith, signInByCode } from '#tests/e2e/setup/steps.ts'
import { LONG } from '#tests/setup/long-tests.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(`launchway_${name}`), key)
const toasted = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()
const open = (page: Page, module: number, section: string) => page.goto(`/course/module${module}?section=${section}`)

async function nextUntilTheEnd(page: Page, from: number) {
	for (const section of Array.from({ length: 8 - from }, (_each, index) => from + 1 + index)) {
		await press(page, 'Next')
		await expect(page.getByText(`Section ${section} of 8`)).toBeVisible()
	}
	await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
	await expect(page.getByText('100% Complete')).toBeVisible()
}

async function tick(page: Page, label: RegExp) {
	await page.getByRole('checkbox', { name: label }).check()
	await page.reload()
	await expect(page.getByRole('checkbox', { name: label })).toBeChecked()
}

test(
	'a learner completes all six modules signed out, signs in, and sees the same in a second browser',
	{ tag: LONG },
	async ({ page, browser, email, mail, request }) => {
		expect((await request.post('/auth/v1/signup', { data: { email, password: 'a long enough password 7' } })).status()).toBe(200)
		await arriveWith(page, [])
		await open(page, 1, 'progress-tracking-setup')
		await press(page, 'Complete Module 1')
		await toasted(page, 'Module Completed!')
		await follow(page, 'Continue to Module 2')
		await follow(page, 'Start Module 2')
		await expect(page.getByText('Section 1 of 8: Building Your First Income Stream')).toBeVisible()
		await press(page, 'Start Module 2')
		await expect(page.getByText('Section 1 of 8')).toBeVisible()
		await expect(page.getByRole('heading', { level: 3, name: 'Building Your First Income Stream' })).toBeInViewport()
		await press(page, 'Next')
		await expect(page.getByRole('heading', { name: 'Three things that must be true' })).toBeVisible()
		await expect(page.getByText('14% Complete')).toBeVisible()
		await press(page, 'Next')
		await expect(page.getByRole('heading', { name: 'Half a bridge is not a small bridge' })).toBeVisible()
		await open(page, 2, 'sales-systems-automation')
		await expect(page.getByRole('tab', { name: 'Lesson Content' })).toBeVisible()
		await nextUntilTheEnd(page, 5)
		await press(page, 'Complete Module 2')
		await toasted(page, 'Module 2 Completed!')
		expect(await stored(page, 'module2_completed')).toBe('true')
		await expect(page.getByRole('main').getByRole('link', { name: 'View All Modules' })).toHaveAttribute('href', '/modules')
		await follow(page, 'Start Module 3')

		await page.getByRole('radio', { name: /Template kit/ }).check()
		expect(await stored(page, 'selected_project')).toBe('template-kit')
		await open(page, 3, 'design-wireframing')
		await expect(page.getByText('Your project: Template kit.')).toBeVisible()
		await tick(page, /^I drew every screen/)
		await open(page, 3, 'foundation')
		await tick(page, /opens at an address of its own/)
		await nextUntilTheEnd(page, 4)
		await press(page, 'Complete Module 3')
		await toasted(page, 'Module 3 Completed!')
		await follow(page, 'Ready for Module 4')
		await expect(page).toHaveURL(/\/modules\/?$/)
		await follow(page, 'Start Module 4')

		await press(page, 'Next')
		await expect(page.getByRole('heading', { name: 'The customer avatar' })).toBeVisible()
		await tick(page, /^I wrote my customer avatar/)
		await nextUntilTheEnd(page, 2)
		await press(page, 'Complete Module 4')
		await toasted(page, 'Module 4 Completed!')
		await follow(page, 'Start Module 5')

		await page.getByText('About this module').click()
		await expect(page.getByText('$5K+/month')).toBeVisible()
		await expect(page.getByText('These are goals, not promises.')).toBeVisible()
		await press(page, 'Next')
		await tick(page, /^My first automation/)
		await nextUntilTheEnd(page, 2)
		await press(page, 'Complete Module 5')
		await toasted(page, 'Module 5 Completed!')
		await follow(page, 'Start Module 6')

		await press(page, 'Next')
		await tick(page, /^I wrote my strategy/)
		await nextUntilTheEnd(page, 2)
		expect(await stored(page, 'course_completed')).toBeNull()
		await press(page, 'Claim Your Graduation Certificate')
		await toasted(page, 'Congratulations! Course Complete!')
		expect([await stored(page, 'module6_completed'), await stored(page, 'course_completed')]).toEqual(['true', 'true'])
		await expect(page.getByRole('link', { name: 'Access Alumni Resources' })).toHaveAttribute('href', '/modules')
		await follow(page, 'Return to Homepage')
		await expect(page).toHaveURL((url) => url.pathname === '/')

		const codeSince = (since: Date) => async () => codeIn(await mail(email, /./, since))
		await signInByCode(page, { email, code: codeSince(new Date()) })
		const way = (each: Page) => each.getByRole('region', { name: 'Your path' })
		// Six last pages and six manual milestones are only a small part of the course.
		const share = /(\d+) of \d+ things done, \d%/
		await expect(way(page)).toContainText(share)
		const said = share.exec((await way(page).textContent()) ?? '')?.[0] ?? ''
		await expect(way(page).getByText('Last page reached')).toHaveCount(6)
		const context = await browser.newContext()
		const second = await context.newPage()
		await signInByCode(second, { email, code: codeSince(new Date()) })
		await expect(way(second)).toContainText(said)
		expect([await stored(second, 'course_completed'), await stored(second, 'selected_project')]).toEqual(['true', 'template-kit'])
		const facts = (each: Page) =>
			each.evaluate(() => (JSON.parse(localStorage.getItem('launchway_progress') ?? '{}') as { entries: object[] }).entries)
		await expect.poll(() => facts(second)).toEqual(await facts(page))
		await context.close()
	},
)

const LOCKED = [
	{ module: 6, completed: [], title: 'Complete Module 5 First', text: 'Module 5: Scaling Your Business', leadsTo: /\/modules\/?$/ },
	{ module: 2, completed: [], title: 'Complete Module 1 First', text: 'Module 1: Foundation', leadsTo: /module1\/?$/ },
	{ module: 3, completed: [1], title: 'Complete Module 2 First', text: 'Module 2: Tools of the Trade', leadsTo: /\/modules\/?$/ },
	{ module: 4, completed: [1, 2], title: 'Complete Module 3 First', text: 'Module 3: Building Your First Project', leadsTo: /module3\/?$/ },
	{ module: 5, completed: [1, 2, 3], title: 'Complete Module 4 First', text: 'Module 4: Marketing Fundamentals', leadsTo: /module4\/?$/ },
	{ module: 6, completed: [1, 2, 3, 4], title: 'Complete Module 5 First', text: 'Module 5: Scaling Your Business', leadsTo: /module5\/?$/ },
]

test('a module without a stored user redirects to sign-up, and one without the module before it shows one message and redirects', async ({
	page,
}) => {
	await page.goto('/course/module1')
	await expect(page).toHaveURL(/\/signup\/?$/)
	for (const { module, completed, title, text, leadsTo } of LOCKED)
		await test.step(`module ${module} after ${completed.join(', ')}`, async () => {
			await arriveWith(page, completed)
			await page.goto(`/course/module${module}`)
			await expect(page).toHaveURL(leadsTo)
			await expect(page.getByRole('alert').filter({ hasText: title })).toContainText(
				`You need to complete ${text} before accessing Module ${module}`,
			)
			await expect(page.getByRole('alert').filter({ hasText: 'before accessing' })).toHaveCount(1)
		})
})

const SCREENS = [
	[2, 'first-income-stream'],
	[2, 'market-research-validation'],
	[2, 'first-sale'],
	[3, 'project-choice'],
	[3, 'design-wireframing'],
	[4, 'understanding-your-audience'],
	[5, 'scaling-your-business'],
	[5, 'module-5-complete'],
	[6, 'graduation'],
	[6, 'complete'],
] as const

test.describe('sections', () => {
	test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })
	test('no section has an accessibility violation or scrolls sideways', async ({ page }) => {
		await arriveWith(page, [1, 2, 3, 4, 5, 6])
		// The banner covers controls at the bottom edge until it is dismissed.
		await page.addInitScript(() => localStorage.setItem('cookie-consent', 'declined'))
		for (const [turn, [module, section]] of SCREENS.entries())
			await test.step(`module ${module}, ${section}`, async () => {
				await open(page, module, section)
				await page.waitForLoadState('networkidle')
				await expectNoFaultsInTurn(page, turn)
			})
	})
})
