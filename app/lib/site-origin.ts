import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** The page says what it is called in public; a page that does not (`noindex`) is taken at its own address. */
const originOfPage = () => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href).origin

function readOrigin(): string {
	if (import.meta.env.DEV) return '' // nobody outside reads these pages, and Vite's server and the browser must say the same
	return import.meta.env.SSR ? ORIGIN_TOKEN : originOfPage()
}

/** Public origin without a trailing slash, for addresses that leave the site. The same words in the file and in the browser. */
export const siteOrigin: string = readOrigin()
