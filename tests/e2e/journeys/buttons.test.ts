import type { Locator, Page } from '@playwright/test'

import { storageKeys } from '#app/lib/storage-keys.ts'
import { prerenderPaths } from '#app/prerender-paths.ts'
import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'

declare global {
	interface Window {
		/** What happened on the page since the last press. */
		effects: string[]
	}
}

/** Notes everything by which a press may show: the page changes, scrolls, prints, or the focus goes elsewhere. */
function watchEffects(): void {
	window.effects = []
	const note = (what: string) => () => window.effects.push(what)
	window.print = note('print')
	document.addEventListener('scroll', note('scroll'), { capture: true })
	document.addEventListener('focusin', ({ target }) => {
		if (!(target instanceof Element && target.closest('button'))) window.effects.push('focus')
	})
	new MutationObserver(note('change')).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Opens a page and waits until it rests: what it does by itself is not the work of a button. */
async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await hydrated(page)
	await page.waitForFunction(() => window.effects.length === 0 || window.effects.splice(0).length === 0, null, { polling: 120 })
}

/** Presses a button that somebody can see and press. @returns whether the page, the server or the browser did anything */
async function press(page: Page, button: Locator): Promise<boolean> {
	const outside: string[] = []
	const note = (what: { url(): string }) => outside.push(what.url())
	page.on('request', note)
	page.on('framenavigated', note)
	page.on('download', note)
	await page.evaluate(() => (window.effects = []))
	await button.click()
	const seen = expect.poll(async () => outside.length + (await page.evaluate(() => window.effects?.length ?? 1).catch(() => 1)), {
		timeout: 2_000,
	})
	const did = await seen.toBeGreaterThan(0).then(
		() => true,
		() => false,
	)
	page.off('request', note)
	page.off('framenavigated', note)
	page.off('download', note)
	return did
}

/** Names of the buttons that can be pressed, each once: twelve of a kind are one. */
async function buttonsOf(part: Locator): Promise<Map<string, number>> {
	const names = await part
		.getByRole('button')
		.evaluateAll((all) =>
			all.map((one) =>
				one.checkVisibility() && !one.matches(':disabled, [aria-disabled=true]') ? (one.ariaLabel ?? one.textContent ?? '').trim() : '',
			),
		)
	const places = new Map<string, number>()
	for (const [place, name] of names.entries()) if (name !== '' && !places.has(name)) places.set(name, place)
	return places
}

async function deadButtons(page: Page, path: string, part: 'main' | 'body'): Promise<string[]> {
	await page.addInitScript(watchEffects)
	// The opt-in opens by itself and lies over the page; it has its own test.
	await page.addInitScript((key) => window.localStorage.setItem(key, 'true'), storageKeys.emailOptInSeen)
	await open(page, path)
	const dead: string[] = []
	for (const [name, place] of await buttonsOf(page.locator(part))) {
		if (!(await press(page, page.locator(part).getByRole('button').nth(place)))) dead.push(`${name} on ${path}`)
		await page.evaluate(() => window.localStorage.clear())
		await open(page, path)
	}
	return dead
}

test('every button around the pages does something', async ({ page }) => {
	expect(await deadButtons(page, '/', 'body')).toEqual([])
})

for (const path of prerenderPaths.filter((each) => each !== '/')) {
	test(`every button of ${path} does something`, async ({ page, request }) => {
		const html = await (await request.get(path)).text()
		if (html.slice(html.indexOf('<main')).includes('<button')) expect(await deadButtons(page, path, 'main')).toEqual([])
	})
}
