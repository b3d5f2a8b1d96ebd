import type { Page } from '@playwright/test'

/** Delays every script of the pages until called: a phone on a slow line, on which a visitor already works. */
export async function holdScripts(page: Page): Promise<() => void> {
	let release = () => {}
	const released = new Promise<void>((resolve) => (release = resolve))
	await page.route(/\.js$/, async (route) => {
		await released
		await route.continue()
	})
	return release
}
