import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** Origin in the canonical link, which is the public one. Pages without that link (`noindex`) use their own URL. */
const originOfPage = () => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href).origin

function readOrigin(): string {
	if (import.meta.env.DEV) return '' // these pages are not public, and Vite's server and the browser must render the same
	return import.meta.env.SSR ? ORIGIN_TOKEN : originOfPage()
}

/** Public origin without a trailing slash, for URLs used outside the site. The same on the server and in the browser. */
export const siteOrigin: string = readOrigin()
