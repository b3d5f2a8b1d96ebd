import { content } from '#content/loaded.server.ts'
import { NEWSLETTER_STEPS } from '#contracts/newsletter-steps.ts'
import { paths } from '#contracts/paths.ts'
import { APPLICATION_STEPS, CONTACT_STEPS } from '#contracts/support-steps.ts'
import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'

/** Addresses that share one page: only the first is tested. Modules 2 to 6 have their own journey for their sections. */
const twins = new Set([
	...content.articles.slice(1).map(({ href }) => href),
	...NEWSLETTER_STEPS.slice(1).map(paths.newsletterStep),
	...CONTACT_STEPS.slice(1).map(paths.contactStep),
	...APPLICATION_STEPS.slice(1).map(paths.careersStep),
	...publicPaths.filter((path) => path.startsWith(`${paths.careerPath}/`) && path.split('/').length === 4).slice(1),
	...content.course.modules.slice(1).map(({ id }) => paths.courseModule(id)),
])
const PAGES = [
	...publicPaths.filter((path) => !twins.has(path)),
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

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 844 }

// A recording of this many pages would cost more than the check.
test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

for (const path of PAGES)
	test(`${path} has no accessibility fault and no sideways scroll, narrow and wide, by day and night`, async ({ page, expectConsole }) => {
		if (path === '/no-such-page') expectConsole(/^404: no page at/)
		// The mail is in a sandboxed frame without storage: the preparation below fails there.
		if (path.startsWith('/dev/mail/')) expectConsole(/The document is sandboxed/)
		await page.addInitScript(prepareLearner)
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expect(page.getByRole('main')).toHaveCount(1)
		await expectNoFaults(page)
		await page.setViewportSize(WIDE)
		await expectNoFaults(page)
	})
