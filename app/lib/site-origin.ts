import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** Returns the public origin, from the canonical link. Pages without one (`noindex`) use their own URL. */
const originOfPage = () => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href).origin

function readOrigin(): string {
	if (import.meta.env.DEV) return '' // development pages aren't public, and Vite's server and the browser must render the same
	return import.meta.env.SSR ? ORIGIN_TOKEN : originOfPage()
}

/** Public origin without a trailing slash, for URLs used outside the site. The same on the server and in the browser. */
export const siteOrigin: string = readOrigin()
