import { paths } from '#contracts/paths.ts'
import { expectNoFaultsInTurn } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { textOutOfSightEnlarged } from '#tests/e2e/setup/layout.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { distinctPaths, publicPaths } from '#tests/setup/page-paths.ts'

const PAGES = [
	...(isLong ? publicPaths : distinctPaths),
	...['streams', 'templates', 'quiz', 'action'].map((tab) => `${paths.freeTrial}?tab=${tab}`),
	'/course/module1?section=skills-inventory-assessment',
	'/auth/callback',
	'/no-such-page',
	'/dev/outbox',
	'/dev/mail',
	'/dev/mail/auth.confirmation',
	'/sandbox/payments',
]

/** Prepares a visitor who signed up in this browser and hasn't answered the cookie banner. */
function prepareLearner() {
	// The mail is in a sandboxed frame without storage.
	if (window !== window.top) return
	localStorage.clear()
	sessionStorage.clear()
	localStorage.setItem('launchway_user', JSON.stringify({ name: 'Axe Example', email: 'axe@example.com' }))
}

const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE, contextOptions: { reducedMotion: 'reduce' } })

/** Pages of a group share a browser window, because opening one takes as long as a check. */
const GROUPS = 3

for (const group of Array.from({ length: GROUPS }, (_, index) => index))
	test(`no page has an accessibility violation, scrolls sideways or cuts off text at 200 % on a phone, part ${group + 1}`, async ({
		page,
		expectConsole,
	}) => {
		expectConsole(/^404: no page at \/no-such-page/)
		await page.addInitScript(prepareLearner)
		const wrong: string[] = []
		for (const [turn, path] of PAGES.filter((_, index) => index % GROUPS === group).entries())
			await test.step(path, async () => {
				try {
					await page.goto(path)
					await page.waitForLoadState('networkidle')
					await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
					await expect(page.getByRole('main')).toHaveCount(1)
					await page.setViewportSize(PHONE)
					expect(await textOutOfSightEnlarged(page), 'text at 200 %').toEqual([])
					await expectNoFaultsInTurn(page, turn)
				} catch (error) {
					wrong.push(`${path}: ${String(error)}`)
				}
			})
		expect(wrong).toEqual([])
	})
