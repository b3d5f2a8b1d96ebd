import { prerenderPaths } from '#app/prerender-paths.ts'
import { ARTICLE_SLUGS } from '#contracts/article-slugs.ts'
import { NEWSLETTER_STEPS } from '#contracts/newsletter-steps.ts'
import { paths } from '#contracts/paths.ts'
import { APPLICATION_STEPS, CONTACT_STEPS } from '#contracts/support-steps.ts'
import { MODULE_IDS } from '#domain/gating/check-module-access.ts'
import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'

/** Addresses that share one page: the first stands for all. Modules 2 to 6 have a journey that looks at their sections. */
const twins = new Set([
	...ARTICLE_SLUGS.slice(1).map(paths.article),
	...NEWSLETTER_STEPS.slice(1).map(paths.newsletterStep),
	...CONTACT_STEPS.slice(1).map(paths.contactStep),
	...APPLICATION_STEPS.slice(1).map(paths.careersStep),
	...MODULE_IDS.slice(1).map(paths.courseModule),
])
const PAGES = [
	...prerenderPaths.filter((path) => !twins.has(path)),
	...['streams', 'templates', 'quiz', 'action'].map((tab) => `${paths.freeTrial}?tab=${tab}`),
	'/course/module1?section=skills-inventory-assessment',
	'/auth/callback',
	'/no-such-page',
	'/dev/outbox',
]

/** Somebody who signed up; the narrow screen also shows the cookie banner. */
function prepareLearner() {
	localStorage.setItem('launchway_user', JSON.stringify({ name: 'Axe Example', email: 'axe@example.com' }))
	if (window.innerWidth > 1000) localStorage.setItem('cookie-consent', 'accepted')
}

for (const width of [390, 1280])
	test.describe(`${width} px`, () => {
		test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })
		for (const path of PAGES)
			test(`${path} has no accessibility fault by day or night, and no sideways scroll`, async ({ page, expectConsole }) => {
				if (path === '/no-such-page') expectConsole(/^404: no page at/)
				await page.addInitScript(prepareLearner)
				await page.goto(path)
				await page.waitForLoadState('networkidle')
				await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
				await expect(page.getByRole('main')).toHaveCount(1)
				await expectNoFaults(page)
			})
	})
