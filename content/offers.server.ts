import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

import consentJson from './checkout-consent.json' with { type: 'json' }
import offersJson from './offers.json' with { type: 'json' }
import { fillOffer } from './promises/fill-offer.ts'
import { regularPriceState } from './promises/promises.ts'
import { CheckoutConsentSchema, type CheckoutConsent } from './schema/checkout-consent.ts'
import { OffersSchema } from './schema/offers.ts'
import type { AccessPolicy, DiscountCode, Offer } from './schema/offers.ts'

const file = OffersSchema.parse(offersJson)

export const offers: readonly Offer[] = file.offers.map((offer) => ({
	...fillOffer(offer, offer.code),
	guaranteeDays: currentRefundPolicy.windowDays,
	regularPrice: regularPriceState,
}))

/** Server only: in a prerendered page these would publish every private code. */
export const discountCodes: readonly DiscountCode[] = file.discountCodes

/** What a buyer agrees to at the checkout. */
export const checkoutConsent: CheckoutConsent = CheckoutConsentSchema.parse(consentJson)

export const accessPolicy: AccessPolicy = file.accessPolicy
