/**
 * Address of the page of an offer that is not the first one, whose address is `paths.offer`. Apart from paths.ts, which every page
 * loads: only a site with several offers has it.
 */
export const furtherOfferPath = (code: string) => `/offers/${code}`
