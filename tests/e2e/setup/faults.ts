import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { isLong } from '#tests/setup/long-tests.ts'

type RunOnly = { type: 'tag' | 'rule'; values: string[] }

const RULES: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** The dark theme changes only colors, so only these rules can have different results in it. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** AxeBuilder would send the source with all its comments, 1.5 MB. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Stand-in for the axe source on a page that already has it. AxeBuilder would send it twice per check. */
const IS_THERE = 'undefined'

async function faults(page: Page, runOnly: RunOnly, part: string | undefined): Promise<string[]> {
	const axeSource = (await page.evaluate("typeof axe === 'object'")) === true ? IS_THERE : AXE
	// axe can't run in these frames, which are from another origin or without scripts: it would only wait for them, or open an
	// extra page.
	const axe = new AxeBuilder({ page, axeSource }).setLegacyMode(true).options({ runOnly, resultTypes: ['violations'], iframes: false })
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

/**
 * Expects no axe violations in the light and dark theme, and no horizontal scrolling.
 * @param part selector of the part to check; the whole page by default
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
	// Media queries for a new width apply with the next frame.
	await expect.poll(sideways, { message: 'sideways scroll' }).toBe(0)
}

const WIDTHS = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 },
]

const looksAt = new WeakMap<Page, number>()

/**
 * Same checks at phone and desktop width; the last size stays. Outside the long tests, one width uses the light theme and the
 * other the dark one, swapped with each check of the page, because axe takes most of the time.
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

/** Pages in a row with the same theme, because a change of theme styles everything again. */
const PAGES_PER_THEME = 4

/**
 * The long tests check both widths in both themes. Otherwise, pages take turns with the four combinations, because axe takes
 * most of the time, and only horizontal scrolling is measured at both widths. The width changes once per page: the last one
 * stays for loading the next page.
 * @param turn index of the page within its test
 */
export async function expectNoFaultsInTurn(page: Page, turn: number): Promise<void> {
	if (isLong) return expectNoFaultsAnyWidth(page)
	const size = WIDTHS[turn % WIDTHS.length]!
	const scheme = Math.floor(turn / PAGES_PER_THEME) % 2 === 0 ? 'light' : 'dark'
	for (const each of [...WIDTHS.filter((other) => other !== size), size]) {
		await page.setViewportSize(each)
		await expectNoSidewaysScroll(page)
	}
	await showIn(page, scheme)
	expect(await faults(page, RULES, undefined), `${scheme}, ${size.width} pixels wide`).toEqual([])
}
