import { paths } from '#contracts/paths.ts'
import { expectNoFaultsInTurn } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { distinctPaths } from '#tests/setup/page-paths.ts'

const PAGES = [
	...distinctPaths,
	...['streams', 'templates', 'quiz', 'action'].map((tab) => `${paths.freeTrial}?tab=${tab}`),
	'/course/module1?section=skills-inventory-assessment',
	'/auth/callback',
	'/no-such-page',
	'/dev/outbox',
	'/dev/mail',
	'/dev/mail/auth.confirmation',
	'/sandbox/payments',
]

/** A visitor who signed up and has not yet answered the cookie banner. */
const prepareLearner = () => localStorage.setItem('launchway_user', JSON.stringify({ name: 'Axe Example', email: 'axe@example.com' }))

// A recording of this many pages would cost more than the check.
test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

for (const [turn, path] of PAGES.entries())
	test(`${path} has no accessibility fault and no sideways scroll, narrow and wide, by day and night`, async ({ page, expectConsole }) => {
		if (path === '/no-such-page') expectConsole(/^404: no page at/)
		// The mail is in a sandboxed frame without storage: the preparation below fails there.
		if (path.startsWith('/dev/mail/')) expectConsole(/The document is sandboxed/)
		await page.addInitScript(prepareLearner)
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expect(page.getByRole('main')).toHaveCount(1)
		await expectNoFaultsInTurn(page, turn)
	})
