import AxeBuilder from '@axe-core/playwright'

import { expect, test } from '#tests/e2e/setup/journey.ts'

const PAGES = [
	'/',
	'/digital-income-mastery',
	'/free-trial',
	'/free-trial?tab=streams',
	'/free-trial?tab=templates',
	'/free-trial?tab=quiz',
	'/free-trial?tab=action',
	'/hustler-quiz',
	'/signup',
	'/modules',
	'/course/module1',
	'/course/module1?section=skills-inventory-assessment',
	'/dashboard',
	'/payment-success',
	'/payment-canceled',
	'/success',
	'/login',
	'/reset-password',
	'/auth/callback',
	'/no-such-page',
	'/dev/outbox',
]
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const width of [390, 1280])
	for (const colorScheme of ['light', 'dark'] as const)
		test.describe(`${width} px, ${colorScheme}`, () => {
			test.use({ viewport: { width, height: 844 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } })
			for (const path of PAGES)
				test(`${path} has no accessibility fault and no sideways scroll`, async ({ page, expectConsole }) => {
					if (path === '/no-such-page') expectConsole(/^404: no page at/)
					await page.addInitScript(() =>
						localStorage.setItem('launchway_user', JSON.stringify({ name: 'Axe Example', email: 'axe@example.com' })),
					)
					await page.goto(path)
					await page.waitForLoadState('networkidle')
					await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
					const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
					expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
					expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
				})
		})
