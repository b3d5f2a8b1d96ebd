import type { Page } from '@playwright/test'

import { paths } from '#contracts/paths.ts'
import { holdScripts } from '#tests/e2e/setup/hold-scripts.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { LONG } from '#tests/setup/long-tests.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'

/** True once the styles are loaded: before that, the page is invisible and print-only content would count as visible. */
const isShown = () =>
	(document.readyState !== 'loading' || document.querySelector('footer') !== null) &&
	[...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)

const alive = (page: Page) => page.waitForFunction(() => window.launchwayEarly === null && window.launchwayTyped === null)

type Worked = { selector: string; does: 'type' | 'choose' | 'tick' | 'open' | 'press'; wanted: string }

/** Marks every visible, enabled control. @returns how a visitor uses each */
function findControls(page: Page): Promise<Worked[]> {
	return page.evaluate(() => {
		const shown = (element: Element) =>
			element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, noscript, [inert]')
		const found: Worked[] = []
		/** Last radio button of each group, and last of the answers of which only one is open at a time. */
		const groups = new Map<string, Worked>()
		const controls = [...document.querySelectorAll('input, textarea, select, summary, button')].filter(shown)
		for (const [index, element] of controls.entries()) {
			// The head script handles the cookie banner.
			if (element.matches(':disabled, [type=hidden], [type=file], [data-cookies]')) continue
			element.setAttribute('data-worked', String(index))
			const selector = `[data-worked="${index}"]`
			const add = (does: Worked['does'], wanted: string) => found.push({ selector, does, wanted })
			if (element instanceof HTMLButtonElement) add('press', '')
			else if (element instanceof HTMLSelectElement) add('choose', element.options[element.options.length - 1]?.value ?? '')
			else if (element.matches('summary'))
				groups.set(element.parentElement?.getAttribute('name') ?? selector, { selector, does: 'open', wanted: 'open' })
			else if (!(element instanceof HTMLInputElement)) add('type', `Early ${index}`)
			else if (element.type === 'checkbox') add('tick', String(!element.checked))
			else if (element.type === 'radio') groups.set(element.name, { selector, does: 'tick', wanted: 'true' })
			else if (element.type === 'range') add('type', element.max)
			else if (element.type === 'date') add('type', '2026-03-02')
			else if (element.type === 'email') add('type', `early${index}@example.com`)
			else add('type', `Early ${index}`)
		}
		return [...found, ...groups.values()]
	})
}

/**
 * Uses the controls before the page's scripts have loaded. @returns the last focused text field, for the caller to type into
 */
function work(page: Page, controls: readonly Worked[]): Promise<string | null> {
	return page.evaluate((list) => {
		const put = (element: HTMLElement, wanted: string) => {
			Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')?.set?.call(element, wanted)
			element.dispatchEvent(new Event('input', { bubbles: true }))
		}
		let focused: string | null = null
		for (const { selector, does, wanted } of list) {
			const element = document.querySelector<HTMLElement>(selector)!
			if (does !== 'type') {
				if (does === 'choose') put(element, wanted)
				else element.click()
			} else if (element.matches('[type=range], [type=date]')) put(element, wanted)
			else {
				element.focus()
				document.execCommand('insertText', false, wanted)
				if (wanted.startsWith('Early')) focused = selector
			}
		}
		if (focused) document.querySelector<HTMLElement>(focused)!.focus()
		return focused
	}, controls)
}

type Seen = { selector: string; does: Worked['does']; name: string; wanted: string; found: string }

/** Returns each control's value, and React's value if it differs. A button press counts only if it was replayed after hydration. */
function readControls(page: Page, controls: readonly Worked[]): Promise<Seen[]> {
	return page.evaluate((list) => {
		const reactProps = (element: Element) => {
			const key = Object.keys(element).find((each) => each.startsWith('__reactProps$'))
			return (key ? (element as unknown as Record<string, unknown>)[key] : {}) as { value?: string | number; checked?: boolean }
		}
		const valueOf = (element: Element, does: Worked['does']) => {
			if (does === 'press') return element.hasAttribute('data-pressed') ? '' : 'the press is lost'
			if (does === 'open') return element.parentElement?.hasAttribute('open') ? 'open' : 'closed'
			const { value, checked } = element as HTMLInputElement
			const props = reactProps(element)
			const shown = does === 'tick' ? String(checked) : value
			const meant = does === 'tick' ? props.checked : props.value
			return meant === undefined || String(meant) === shown ? shown : `${shown}, but React holds ${String(meant)}`
		}
		return list.map(({ selector, does, wanted }) => {
			const element = document.querySelector(selector)
			const name =
				element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.textContent
			const found = element ? valueOf(element, does) : 'the control is gone'
			return { selector, does, name: name ?? '', wanted, found }
		})
	}, controls)
}

const learner = { launchway_user: JSON.stringify({ name: 'Ana', email: 'ana@example.com' }) }
const completed = Object.fromEntries([1, 2, 3, 4, 5, 6].map((id) => [`launchway_module${id}_completed`, 'true']))

/** Counts presses and prevents their default action, so that everything on a page can be pressed in one visit. */
function countPresses(kept: Record<string, string>) {
	if (!location.protocol.startsWith('http')) return
	for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
	window.addEventListener(
		'click',
		(event) => {
			const button = event.target instanceof Element ? event.target.closest('button[data-worked]') : null
			if (!button || window.launchwayEarly !== null) return
			button.setAttribute('data-pressed', '')
			event.preventDefault()
			event.stopImmediatePropagation()
		},
		true,
	)
}

/** Pages of a group share a browser window, because opening one takes longer than the steps. */
const GROUPS = 3
/** The offline page never runs a script. */
const ALIVE = publicPaths.filter((path) => path !== '/offline')
/** Queries for pages that require one. */
const QUERIES: Record<string, string> = { [paths.unsubscribe]: '?token=of-a-mail' }

for (const group of Array.from({ length: GROUPS }, (_, index) => index))
	test(`every control of every page works before hydration, part ${group + 1}`, { tag: LONG }, async ({ page }) => {
		await page.addInitScript(countPresses, { ...learner, ...completed })
		const lost: string[] = []
		for (const path of ALIVE.filter((_, index) => index % GROUPS === group)) {
			const release = await holdScripts(page)
			await page.goto(path + (QUERIES[path] ?? ''), { waitUntil: 'commit' })
			await page.waitForFunction(isShown)
			const controls = await findControls(page)
			const focused = await work(page, controls)
			release()
			await alive(page)
			await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
			for (const { does, name, wanted, found } of await readControls(page, controls))
				if (found !== wanted) lost.push(`${path}: ${does} "${name.trim()}": ${found} instead of ${wanted}`)
			if (focused && !(await page.locator(focused).evaluate((element) => element === document.activeElement)))
				lost.push(`${path}: the focus`)
			if (controls.length === 0) lost.push(`${path}: no controls found`)
		}
		expect(lost).toEqual([])
	})

test('typing in the planner before hydration continues in the same field, even next to stored entries', async ({ page }) => {
	await page.goto('/weekly-planner')
	await alive(page)
	await page.getByLabel('Idea Name, row 1').fill('Kept before')
	const release = await holdScripts(page)
	await page.reload({ waitUntil: 'commit' })
	const first = page.getByLabel('Idea Name, row 1')
	const second = page.getByLabel('Idea Name, row 2')
	await first.pressSequentially('new')
	await second.pressSequentially('Thrd')
	await page.keyboard.press('ArrowLeft')
	await page.keyboard.press('ArrowLeft')
	release()
	await alive(page)
	await page.keyboard.type('i')
	await expect(second).toBeFocused()
	await expect(second).toHaveValue('Third')
	await expect(first).toHaveValue('Kept before new')
	await page.reload()
	await expect(second).toHaveValue('Third')
})

test('a slider moved before hydration keeps its value', async ({ page }) => {
	const release = await holdScripts(page)
	await page.goto('/income-selector', { waitUntil: 'commit' })
	const slider = page.getByRole('slider').first()
	await slider.focus()
	await page.keyboard.press('ArrowRight')
	await page.keyboard.press('ArrowRight')
	await expect(slider).toHaveValue('3')
	release()
	await alive(page)
	await expect(slider).toHaveAttribute('aria-valuetext', '3 of 5')
	await expect(slider).toHaveValue('3')
})

test('a row tapped on a phone before hydration opens its sheet afterwards', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	const release = await holdScripts(page)
	await page.goto('/weekly-planner', { waitUntil: 'commit' })
	await page.getByRole('button', { name: 'Edit row 3' }).click()
	release()
	await alive(page)
	await expect(page.getByLabel('Platform or Tool, row 3')).toBeVisible()
})
