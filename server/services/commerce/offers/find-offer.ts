import { offers } from '#content/offers.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** What is sold, with the price charged. `currency` is lower-case ISO 4217. */
export type SoldOffer = { code: string; productName: string; description: string; amountCents: number; currency: string }

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * The offer for a request's `productName`: its product or program name, ignoring case and spacing.
 * @throws ServiceError `unknown_product` (404)
 */
export function requireOffer(productName: string): SoldOffer {
	const wanted = plain(productName)
	const offer = offers.find((candidate) =>
		[candidate.productName, candidate.programName, candidate.code].some((name) => plain(name) === wanted),
	)
	if (!offer) throw new ServiceError('not-found', 'unknown_product', 'This product does not exist.')
	const { code, description, amountCents } = offer
	return { code, productName: offer.productName, description, amountCents, currency: offer.currency.toLowerCase() }
}
