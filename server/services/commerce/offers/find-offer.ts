import type { Content } from '#content/load-content.server.ts'
import { normalizeOfferName } from '#content/schema/offers.ts'
import { offerPath } from '#contracts/paths.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** Offer as sold. `currency` is lower-case ISO 4217. */
export type SoldOffer = {
	code: string
	productName: string
	description: string
	amountCents: number
	currency: string
	/** Contents that a new order opens; existing orders keep theirs. */
	opens: CourseContents
}

function findByName(content: Content, name: string) {
	const wanted = normalizeOfferName(name)
	return content.offers.find((candidate) =>
		[candidate.productName, candidate.programName, candidate.code].some((name) => normalizeOfferName(name) === wanted),
	)
}

/**
 * Finds an offer by product name, program name or code, ignoring case and spacing.
 * @throws ServiceError `unknown_product` (404)
 */
export function requireOffer(content: Content, productName: string): SoldOffer {
	const offer = findByName(content, productName)
	if (!offer) throw new ServiceError('not-found', 'unknown_product', 'This product doesn’t exist.')
	const { code, description, amountCents } = offer
	const currency = offer.currency.toLowerCase()
	return { code, productName: offer.productName, description, amountCents, currency, opens: content.contentsOf(code) }
}

export function findOfferPath(content: Content, productName: string): string | null {
	const offer = findByName(content, productName)
	return offer ? offerPath(content.offers, offer.code) : null
}
