import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Nothing that axe calls a fault, by day or by night, and no sideways scroll.
 * @param part selector of the part to look at; left out for the whole page
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		const axe = new AxeBuilder({ page }).withTags(RULES)
		const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
		const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
		expect(faults, colorScheme).toEqual([])
	}
	const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	expect(sideways, 'sideways scroll').toBe(0)
}
