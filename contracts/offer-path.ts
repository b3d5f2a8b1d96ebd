import { paths } from './paths.ts'

/**
 * Returns the path of an offer's page, except for the first offer. Not in paths.ts, which all pages load: only sites with several
 * offers need it.
 */
export const furtherOfferPath = (code: string) => `/offers/${code}`

/**
 * Returns the path of an offer's page.
 * @param offers current offers, with the first one first
 * @returns null if the offer isn't among them
 */
export function offerPath(offers: readonly { code: string }[], code: string): string | null {
	const place = offers.findIndex((offer) => offer.code === code)
	return place < 0 ? null : place === 0 ? paths.offer : furtherOfferPath(code)
}
