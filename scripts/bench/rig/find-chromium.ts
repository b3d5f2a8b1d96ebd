import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Finds Chromium by `CHROME_PATH` or in the usual folders.
 * @throws Error if there is none
 */
export function findChromium(): string {
	const found = [process.env.CHROME_PATH, ...PLACES].find((path) => path && existsSync(path))
	if (!found) throw new Error('No Chromium found; set CHROME_PATH')
	return found
}
