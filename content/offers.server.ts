import offersJson from './offers.json' with { type: 'json' }
import { OffersSchema } from './schema/offers.ts'
import type { AccessPolicy, DiscountCode, Offer } from './schema/offers.ts'

const file = OffersSchema.parse(offersJson)

export const offers: readonly Offer[] = file.offers

/** Server only: a prerendered page that carried these would publish every private code. */
export const discountCodes: readonly DiscountCode[] = file.discountCodes

export const accessPolicy: AccessPolicy = file.accessPolicy
