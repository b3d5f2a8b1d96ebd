import { paths } from './paths.ts'

/** Address of the page of an offer after the first. Apart from paths.ts, which every page loads: only a site with several offers has it. */
export const furtherOfferPath = (code: string) => `/offers/${code}`

/** Address of the page of an offer. @param offers those on sale, the first one first @returns null for one that is not among them */
export function offerPath(offers: readonly { code: string }[], code: string): string | null {
	const place = offers.findIndex((offer) => offer.code === code)
	return place < 0 ? null : place === 0 ? paths.offer : furtherOfferPath(code)
}
