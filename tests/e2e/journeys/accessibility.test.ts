import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { prerenderPaths } from '#app/prerender-paths.ts'
import { ARTICLE_SLUGS } from '#contracts/article-slugs.ts'
import { paths } from '#contracts/paths.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'

/** Articles share one page; the first stands for all. */
const twins = new Set(ARTICLE_SLUGS.slice(1).map(paths.article))
const PAGES = [
	...prerenderPaths.filter((path) => !twins.has(path)),
	...['streams', 'templates', 'quiz', 'action'].map((tab) => `${paths.freeTrial}?tab=${tab}`),
	'/course/module1?section=skills-inventory-assessment',
	'/auth/callback',
	'/no-such-page',
	'/dev/outbox',
]
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Somebody who may see every page: signed up, five modules done, the cookie question answered. */
function prepareLearner() {
	localStorage.setItem('launchway_user', JSON.stringify({ name: 'Axe Example', email: 'axe@example.com' }))
	for (const module of [1, 2, 3, 4, 5]) localStorage.setItem(`launchway_module${module}_completed`, 'true')
	if (window.innerWidth > 1000) localStorage.setItem('cookie-consent', 'accepted')
}

async function findFaults(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
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
				for (const colorScheme of ['light', 'dark'] as const) {
					await page.emulateMedia({ colorScheme })
					expect(await findFaults(page), colorScheme).toEqual([])
				}
				expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
			})
	})
