import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

import { isLong } from '#tests/setup/long-tests.ts'

type RunOnly = { type: 'tag' | 'rule'; values: string[] }

const RULES: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** The dark theme only changes colors, so only these rules can differ between the themes. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Stand-in for the axe source on a page that has it: half a megabyte, which the builder would send twice for each look. */
const IS_THERE = 'undefined'

async function faults(page: Page, runOnly: RunOnly, part: string | undefined): Promise<string[]> {
	const axeSource = (await page.evaluate("typeof axe === 'object'")) === true ? { axeSource: IS_THERE } : {}
	// No frame answers axe, since it is of another origin or without scripts: axe would only wait for it, or open an extra page.
	const axe = new AxeBuilder({ page, ...axeSource }).setLegacyMode(true).options({ runOnly, resultTypes: ['violations'], iframes: false })
	const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Controls fade from one color to the next; contrast during the fade does not count. Endless animations are not fades. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
	await page.emulateMedia({ colorScheme })
	await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
	await page.evaluate(async () => {
		// A fade inside a closed <details> does not finish until it is opened.
		const isShown = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
		const fades = () =>
			document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running' && isShown(one))
		// The fades begin with the next frame, and one that ends can begin another: a child inherits the color that its parent fades.
		do {
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
			await Promise.allSettled(fades().map((one) => one.finished))
		} while (fades().length > 0)
	})
}

/**
 * No fault by axe in the light or dark theme, and no sideways scroll.
 * @param part selector of the part to check; left out for the whole page
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
	await expectNoFaultsIn('light', page, part)
	await expectNoFaultsIn('dark', page, part)
}

async function expectNoFaultsIn(scheme: 'light' | 'dark', page: Page, part: string | undefined): Promise<void> {
	await showIn(page, scheme)
	expect(await faults(page, scheme === 'light' ? RULES : COLOUR_RULES, part), scheme).toEqual([])
	await expectNoSidewaysScroll(page)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	// After a change of the width, rules for it apply with the next frame.
	await expect.poll(sideways, { message: 'sideways scroll' }).toBe(0)
}

const WIDTHS = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 },
]

const looksAt = new WeakMap<Page, number>()

/**
 * The same at phone and desktop width; the last size stays. Outside the long tests one width is in the light theme and the other in
 * the dark one, and they change places with each look at the page, since axe takes most of the time.
 */
export async function expectNoFaultsAnyWidth(page: Page, part?: string): Promise<void> {
	const turn = looksAt.get(page) ?? 0
	looksAt.set(page, turn + 1)
	for (const [place, size] of WIDTHS.entries()) {
		await page.setViewportSize(size)
		if (isLong) await expectNoFaults(page, part)
		else await expectNoFaultsIn((turn + place) % 2 === 0 ? 'light' : 'dark', page, part)
	}
}

const LOOKS = WIDTHS.flatMap((size) => (['light', 'dark'] as const).map((scheme) => ({ size, scheme })))

/**
 * Both widths in both themes in the long tests. Otherwise pages take turns with the four, since axe takes most of the time,
 * and only the sideways scroll is measured at both widths.
 * @param turn the place of the page among those of its test
 */
export async function expectNoFaultsInTurn(page: Page, turn: number): Promise<void> {
	if (isLong) return expectNoFaultsAnyWidth(page)
	const { size, scheme } = LOOKS[turn % LOOKS.length]!
	for (const each of [...WIDTHS.filter((other) => other !== size), size]) {
		await page.setViewportSize(each)
		await expectNoSidewaysScroll(page)
	}
	await showIn(page, scheme)
	expect(await faults(page, RULES, undefined), `${scheme}, ${size.width} pixels wide`).toEqual([])
}
