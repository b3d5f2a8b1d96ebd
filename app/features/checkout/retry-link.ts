import { paths } from '#contracts/paths.ts'

/** The page of each offer, by its short name. */
export type OfferPages = Readonly<Record<string, string>>

/**
 * Reads the offer from the address of a canceled checkout (`offer`, `coupon`), before the server has named the order. An unknown name leads
 * to the first offer.
 */
export function readRetryHref(query: URLSearchParams, pages: OfferPages): string {
	const code = query.get('offer')
	const page = (code !== null && Object.hasOwn(pages, code) && pages[code]) || paths.offer
	const coupon = query.get('coupon')
	return coupon ? `${page}?${new URLSearchParams({ coupon: coupon.slice(0, 64) })}#pricing` : page
}

export const RETRY_LINK_ID = 'retry-payment'

/**
 * `readRetryHref` for a page whose code has not loaded: the served page is the same for every address. Comes after the link,
 * so that the link is right before anyone can press it, also with the middle button or in another tab.
 */
export const retryScript = (pages: OfferPages): string =>
	`{let p=${JSON.stringify(pages)},q=new URLSearchParams(location.search),o=q.get("offer"),c=q.get("coupon"),a=document.getElementById("${RETRY_LINK_ID}");` +
	`if(a){if(Object.hasOwn(p,o))a.setAttribute("href",p[o]);if(c)a.setAttribute("href",a.getAttribute("href")+"?"+new URLSearchParams({coupon:c.slice(0,64)})+"#pricing")}}`
