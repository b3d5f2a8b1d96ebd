import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

import { isLong } from '#tests/setup/long-tests.ts'

type RunOnly = { type: 'tag' | 'rule'; values: string[] }

const RULES: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** The dark theme changes only colors, so only these rules can have different results in it. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Stand-in for the axe source on a page that already has it: axe is half a megabyte, which AxeBuilder would send twice per
 * check.
 */
const IS_THERE = 'undefined'

async function faults(page: Page, runOnly: RunOnly, part: string | undefined): Promise<string[]> {
	const axeSource = (await page.evaluate("typeof axe === 'object'")) === true ? { axeSource: IS_THERE } : {}
	// axe can't run in these frames, which are from another origin or without scripts: it would only wait for them, or open an
	// extra page.
	const axe = new AxeBuilder({ page, ...axeSource }).setLegacyMode(true).options({ runOnly, resultTypes: ['violations'], iframes: false })
	const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Waits for color transitions, because contrast during one doesn't count. Endless animations are ignored. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
	await page.emulateMedia({ colorScheme })
	await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
	await page.evaluate(async () => {
		// A fade inside a closed <details> does not finish until it is opened.
		const isShown = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
		const fades = () =>
			document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running' && isShown(one))
		// Transitions start with the next frame, and one that ends can start another: children inherit transitioning colors.
		do {
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
			await Promise.allSettled(fades().map((one) => one.finished))
		} while (fades().length > 0)
	})
}

const WIDTHS = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 },
]
const THEMES = ['light', 'dark'] as const

const LOOKS = WIDTHS.flatMap((size) => THEMES.map((scheme) => ({ size, scheme })))

const turns = new WeakMap<Page, number>()

/** Counts the checks of a page. Tests begin with different looks, so that each look is had in about as many places. */
function takeTurn(page: Page): number {
	const turn = turns.get(page) ?? test.info().title.length
	turns.set(page, turn + 1)
	return turn
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	// Media queries for a new width apply with the next frame.
	await expect.poll(sideways, { message: 'sideways scroll' }).toBe(0)
}

/**
 * Expects no axe violations and no horizontal scrolling, in both themes. Outside the long tests, checks take turns with the theme,
 * because axe takes most of the time.
 * @param part selector of the part to check; the whole page by default
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
	const chosen = THEMES[takeTurn(page) % THEMES.length]!
	for (const scheme of isLong ? THEMES : [chosen]) {
		await showIn(page, scheme)
		expect(await faults(page, isLong && scheme === 'dark' ? COLOUR_RULES : RULES, part), scheme).toEqual([])
		await expectNoSidewaysScroll(page)
	}
}

/**
 * Same checks at phone and desktop width; the last size stays. Outside the long tests, checks take turns with width and theme, and
 * only horizontal scrolling is measured at both widths.
 */
export async function expectNoFaultsAnyWidth(page: Page, part?: string): Promise<void> {
	if (!isLong) {
		await expectNoFaultsInTurn(page, takeTurn(page), part)
		return page.setViewportSize(WIDTHS[1]!)
	}
	for (const size of WIDTHS) {
		await page.setViewportSize(size)
		await expectNoFaults(page, part)
	}
}

/**
 * Same checks for the pages of one test; outside the long tests, in one of the four looks.
 * @param turn index of the page within its test
 */
export async function expectNoFaultsInTurn(page: Page, turn: number, part?: string): Promise<void> {
	if (isLong) return expectNoFaultsAnyWidth(page, part)
	const { size, scheme } = LOOKS[turn % LOOKS.length]!
	for (const each of [...WIDTHS.filter((other) => other !== size), size]) {
		await page.setViewportSize(each)
		await expectNoSidewaysScroll(page)
	}
	await showIn(page, scheme)
	expect(await faults(page, RULES, part), `${scheme}, ${size.width} pixels wide`).toEqual([])
}
