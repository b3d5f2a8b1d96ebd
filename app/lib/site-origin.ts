import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** The canonical link names the public origin; a page without one (`noindex`) uses its own URL. */
const originOfPage = () => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href).origin

function readOrigin(): string {
	if (import.meta.env.DEV) return '' // these pages are not public, and Vite's server and the browser must render the same
	return import.meta.env.SSR ? ORIGIN_TOKEN : originOfPage()
}

/** Public origin without a trailing slash, for URLs that leave the site. The same text in the file and in the browser. */
export const siteOrigin: string = readOrigin()
