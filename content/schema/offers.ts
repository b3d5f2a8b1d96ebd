import { z } from 'zod'

import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { decimalsOf } from '#domain/pricing/money.ts'

import { IdSchema, QuestionAnswerSchema, TextSchema } from './primitives.ts'

const CentsSchema = z.int().positive()

/** Stripe counts these in other units than ISO 4217 does. */
const COUNTED_OTHERWISE: ReadonlySet<string> = new Set(['ISK', 'UGX', 'MGA'])

const CurrencySchema = z
	.string()
	.refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be a currency of ISO 4217, in capitals')
	.refine((code) => !COUNTED_OTHERWISE.has(code), 'is counted in other units by the payment provider')

export const OfferSchema = z.strictObject({
	code: IdSchema,
	/** What the browser sends as `productName` to create-payment. */
	productName: TextSchema,
	programName: TextSchema,
	description: TextSchema,
	amountCents: CentsSchema,
	regularAmountCents: CentsSchema,
	/** ISO 4217. Amounts are in its smallest unit: cents, but whole yen, and thousandths of a Kuwaiti dinar. */
	currency: CurrencySchema,
	whatYouGet: z.array(TextSchema).min(1),
	/** Listed on /payment-success. */
	benefits: z.array(TextSchema).min(1),
	/** The block on /payment-canceled. */
	commonQuestions: z.array(QuestionAnswerSchema).min(1),
})
/** `guaranteeDays` comes from the refund policy, so that the offer promises what the policy grants. */
export type Offer = z.infer<typeof OfferSchema> & {
	guaranteeDays: number
	/** `sample`: shown with its mark; `hidden`: without evidence, in production. */
	regularPrice: 'evident' | 'sample' | 'hidden'
}

const discountLimits = {
	code: z.string().regex(/^[A-Z0-9]{3,32}$/, 'must be 3 to 32 capital letters or digits'),
	offerCodes: z.array(IdSchema).min(1),
	/** Instant after which the code is refused; null: never. */
	expiresAt: z.iso.datetime().nullable(),
	/** How many paid orders may use it in total; null: no limit. */
	totalLimit: z.int().positive().nullable(),
	/** How many paid orders of one email address may use it; null: no limit. */
	perEmailLimit: z.int().positive().nullable(),
}

export const DiscountCodeSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('percent'), percent: z.int().min(1).max(100), ...discountLimits }),
	z.strictObject({ kind: z.literal('amount'), amountOffCents: CentsSchema, ...discountLimits }),
])
export type DiscountCode = z.infer<typeof DiscountCodeSchema>

/** `progress`: stored user and previous module. `enrolled`: modules 2 to 6 also need the entitlement. */
export const AccessPolicySchema = z.enum(['progress', 'enrolled'])
export type AccessPolicy = z.infer<typeof AccessPolicySchema>

const toOff = (code: DiscountCode) => (code.kind === 'percent' ? { percent: code.percent } : { amountCents: code.amountOffCents })

export const OffersSchema = z
	.strictObject({
		accessPolicy: AccessPolicySchema,
		offers: z.array(OfferSchema).min(1),
		discountCodes: z.array(DiscountCodeSchema),
	})
	.refine(({ offers }) => offers.every((offer) => offer.amountCents < offer.regularAmountCents), {
		path: ['offers'],
		message: 'amountCents must be below regularAmountCents',
	})
	.refine(({ discountCodes }) => new Set(discountCodes.map(({ code }) => code)).size === discountCodes.length, {
		path: ['discountCodes'],
		message: 'codes must differ',
	})
	.refine(
		({ offers, discountCodes }) => discountCodes.every((d) => d.offerCodes.every((code) => offers.some((offer) => offer.code === code))),
		{
			path: ['discountCodes'],
			message: 'offerCodes must name existing offers',
		},
	)
	.refine(
		({ offers, discountCodes }) =>
			offers.every(
				({ code, amountCents, currency }) =>
					decimalsOf(currency) < 3 ||
					[null, ...discountCodes.filter(({ offerCodes }) => offerCodes.includes(code))].every(
						(discount) => applyDiscount(amountCents, discount && toOff(discount)).totalCents % 10 === 0,
					),
			),
		{ path: ['offers'], message: 'the provider takes no last digit but 0 in a currency with three decimals, with every code' },
	)
	.refine(
		({ offers, discountCodes }) =>
			discountCodes.every(
				(discount) =>
					discount.kind === 'percent' ||
					new Set(offers.filter(({ code }) => discount.offerCodes.includes(code)).map(({ currency }) => currency)).size < 2,
			),
		{ path: ['discountCodes'], message: 'an amount off is in one currency: its offers must be too' },
	)
