import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page, type TestInfo } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { isLong } from '#tests/setup/long-tests.ts'

type RunOnly = { type: 'tag' | 'rule'; values: string[] }

const RULES: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** The dark theme changes only colors, so only these rules can have different results in it. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Minified axe: AxeBuilder would send the full source, 1.5 MB, with all comments. */
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
		// Transitions start with the next frame, and the end of one can start another, because children inherit the changing
		// color.
		do {
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
			await Promise.allSettled(fades().map((one) => one.finished))
		} while (fades().length > 0)
	})
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	// Media queries for a new width apply with the next frame.
	await expect.poll(sideways, { message: 'sideways scroll' }).toBe(0)
}

type Look = { scheme: 'light' | 'dark'; rules?: RunOnly; part?: string | undefined }

async function expectNoFaultsIn(page: Page, { scheme, rules = RULES, part }: Look): Promise<void> {
	await showIn(page, scheme)
	expect(await faults(page, rules, part), `${scheme}, ${page.viewportSize()?.width} pixels wide`).toEqual([])
}

async function expectNoFaultsInBoth(page: Page, part: string | undefined): Promise<void> {
	await expectNoFaultsIn(page, { scheme: 'light', part })
	await expectNoFaultsIn(page, { scheme: 'dark', rules: COLOUR_RULES, part })
	await expectNoSidewaysScroll(page)
}

const looksAt = new WeakMap<Page, number>()

/** Counts the checks of a page. The long tests check everything each time; otherwise checks take turns, because axe is slow. */
function nextTurn(page: Page): number {
	// Start each test at a different turn, because most have only one or two checks.
	const turn = looksAt.get(page) ?? test.info().title.length
	looksAt.set(page, turn + 1)
	return turn
}

/**
 * Expects no axe violations and no horizontal scrolling. The long tests check both themes; otherwise they take turns.
 * @param part selector of the part to check; the whole page by default
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
	if (isLong) return expectNoFaultsInBoth(page, part)
	await expectNoFaultsIn(page, { scheme: nextTurn(page) % 2 === 0 ? 'light' : 'dark', part })
	await expectNoSidewaysScroll(page)
}

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1024, height: 768 }
const DESKTOP = { width: 1280, height: 900 }

/** Combinations to check in turn. Two consecutive ones cover both widths and both themes. */
const TURNS = [
	{ size: DESKTOP, scheme: 'light' },
	{ size: PHONE, scheme: 'dark' },
	{ size: PHONE, scheme: 'light' },
	{ size: DESKTOP, scheme: 'dark' },
] as const

/**
 * Expects no horizontal scrolling at phone and desktop width, which is the last one, and no axe violations. The long tests run
 * axe at both widths in both themes; otherwise they take turns.
 */
export async function expectNoFaultsAnyWidth(page: Page, part?: string): Promise<void> {
	const { size, scheme } = TURNS[nextTurn(page) % TURNS.length]!
	for (const each of [PHONE, DESKTOP]) {
		await page.setViewportSize(each)
		if (isLong) await expectNoFaultsInBoth(page, part)
		else await expectNoSidewaysScroll(page)
		if (!isLong && each === size) await expectNoFaultsIn(page, { scheme, part })
	}
}

/** Consecutive pages checked in the same theme, because changing it restyles everything. */
const PAGES_PER_THEME = 4

const kindsOf = new WeakMap<TestInfo, Set<string>>()

/** Returns whether the page has a tag, role, type, state or class, except those for sizes, that no page of this test had before. */
async function hasNewKind(page: Page): Promise<boolean> {
	const kinds = await page.evaluate(() =>
		[...document.querySelectorAll('body *:not(svg *)')].flatMap((element) => [
			[element.localName, ...['role', 'type', 'aria-current', 'aria-invalid'].map((name) => element.getAttribute(name))].join(' '),
			...[...element.classList].filter((name) => !/[\d:]/.test(name)),
		]),
	)
	const known = kindsOf.get(test.info()) ?? new Set()
	kindsOf.set(test.info(), new Set([...known, ...kinds]))
	return kinds.some((kind) => !known.has(kind))
}

/**
 * Same checks for many pages in a row. The width changes once per page: the last one stays for loading the next page. Outside of
 * the long tests, axe checks only pages with a new kind of element.
 * @param turn index of the page within its test
 */
export async function expectNoFaultsInTurn(page: Page, turn: number): Promise<void> {
	if (isLong) return expectNoFaultsAnyWidth(page)
	const sizes = turn % 2 === 0 ? [DESKTOP, LAPTOP, PHONE] : [PHONE, LAPTOP, DESKTOP]
	for (const size of sizes) {
		await page.setViewportSize(size)
		await expectNoSidewaysScroll(page)
	}
	if (await hasNewKind(page)) await expectNoFaultsIn(page, { scheme: Math.floor(turn / PAGES_PER_THEME) % 2 === 0 ? 'light' : 'dark' })
}
