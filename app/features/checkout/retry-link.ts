import { paths } from '#contracts/paths.ts'

export type OfferPages = Readonly<Record<string, string>>

/** Reads `offer` and `coupon` from the query of a canceled checkout. An unknown code leads to the first offer. */
export function readRetryHref(query: URLSearchParams, pages: OfferPages): string {
	const code = query.get('offer')
	const page = (code !== null && Object.hasOwn(pages, code) && pages[code]) || paths.offer
	const coupon = query.get('coupon')
	return coupon ? `${page}?${new URLSearchParams({ coupon: coupon.slice(0, 64) })}#pricing` : page
}

export const RETRY_LINK_ID = 'retry-payment'

/**
 * Inline script that does what `readRetryHref` does, before hydration. Placed after the link, so that the URL is correct before
 * anyone can click it.
 */
export const retryScript = (pages: OfferPages): string =>
	`{let p=${JSON.stringify(pages)},q=new URLSearchParams(location.search),o=q.get("offer"),c=q.get("coupon"),a=document.getElementById("${RETRY_LINK_ID}");` +
	`if(a){if(Object.hasOwn(p,o))a.setAttribute("href",p[o]);if(c)a.setAttribute("href",a.getAttribute("href")+"?"+new URLSearchParams({coupon:c.slice(0,64)})+"#pricing")}}`
