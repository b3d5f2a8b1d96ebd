import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Night changes colours and nothing else, so only these rules can tell the two apart. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function faults(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder, part: string | undefined): Promise<string[]> {
	// Without frames the answer is the same, and no helper page is opened for it.
	const axe = narrow(new AxeBuilder({ page }).setLegacyMode(true))
	const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Controls fade from one colour to the next; halfway there is a contrast that nobody reads. What goes on for ever is no fade. */
const colourChangesDone = (page: Page) =>
	page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished)))

/**
 * Nothing that axe calls a fault, by day or by night, and no sideways scroll.
 * @param part selector of the part to look at; left out for the whole page
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
	await page.emulateMedia({ colorScheme: 'light' })
	expect(await faults(page, (axe) => axe.withTags(RULES), part), 'light').toEqual([])
	await page.emulateMedia({ colorScheme: 'dark' })
	await colourChangesDone(page)
	expect(await faults(page, (axe) => axe.withRules(COLOUR_RULES), part), 'dark').toEqual([])
	const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	expect(sideways, 'sideways scroll').toBe(0)
}

const WIDTHS = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 },
]

/** The same on a telephone and on a desk; the desk's size stays. */
export async function expectNoFaultsAnyWidth(page: Page, part?: string): Promise<void> {
	for (const size of WIDTHS) {
		await page.setViewportSize(size)
		await expectNoFaults(page, part)
	}
}
