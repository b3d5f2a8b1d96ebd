import { expect, type Locator, type Page } from '@playwright/test'

const MAX_TABS = 150

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement).catch(() => false)

/** Presses Tab until `target` has the focus. Fails if the keyboard can't reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible()
	for (let presses = 0; presses < MAX_TABS; presses += 1) {
		if (await isFocused(target)) return
		await page.keyboard.press('Tab')
	}
	throw new Error(`the keyboard does not reach ${target.toString()}`)
}

/** Tabs to the control and presses a key. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

/** Tabs to the field and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.type(text)
}
