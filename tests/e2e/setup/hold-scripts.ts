import type { Page } from '@playwright/test'

/** Delays all scripts until the returned function is called: a visitor on a slow phone who already uses the page. */
export async function holdScripts(page: Page): Promise<() => void> {
	let release = () => {}
	const released = new Promise<void>((resolve) => (release = resolve))
	await page.route(/\.js$/, async (route) => {
		await released
		await route.continue()
	})
	return release
}
