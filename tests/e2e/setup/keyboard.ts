import { expect, type Locator, type Page } from '@playwright/test'

const MAX_TABS = 150

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement).catch(() => false)

/** Presses Tab until `target` has the focus, as a person without a mouse does. Fails where the keyboard cannot get there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible()
	for (let presses = 0; presses < MAX_TABS; presses += 1) {
		if (await isFocused(target)) return
		await page.keyboard.press('Tab')
	}
	throw new Error(`the keyboard does not reach ${target.toString()}`)
}

/** Tab to the control, then Enter. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

/** Tab to the field, then type. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.type(text)
}
