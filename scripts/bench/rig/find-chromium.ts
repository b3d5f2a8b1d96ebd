import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Finds an installed Chromium.
 * @throws Error if there is none in the usual folders
 */
export function findChromium(): string {
	const found = [process.env.CHROME_PATH, ...PLACES].find((path) => path && existsSync(path))
	if (!found) throw new Error('No Chromium found; set CHROME_PATH')
	return found
}
