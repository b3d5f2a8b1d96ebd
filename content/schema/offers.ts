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
	code: IdSchema.meta({ title: 'Short name of the offer', description: 'Orders and codes name it; leave it as it is once it has sold.' }),
	productName: TextSchema.meta({ title: 'Name of the product', description: 'At the checkout, on receipts and invoices.' }),
	programName: TextSchema.meta({ title: 'Name of the program' }),
	description: TextSchema.meta({ title: 'The offer in a sentence' }),
	amountCents: CentsSchema.meta({
		title: 'Price, in cents',
		description:
			'The smallest unit of the currency, without a point: 4700 is $47.00. Of yen it is whole yen, of a Kuwaiti dinar thousandths.',
	}),
	regularAmountCents: CentsSchema.meta({ title: 'Regular price, in cents', description: 'Shown crossed out. It must be above the price.' }),
	currency: CurrencySchema.meta({ title: 'Currency', description: 'Three capitals of ISO 4217, such as USD or EUR.' }),
	whatYouGet: z.array(TextSchema).min(1).meta({ title: 'What you get', description: 'On the page of the offer.' }),
	benefits: z.array(TextSchema).min(1).meta({ title: 'What is yours now', description: 'On the page after a payment.' }),
	commonQuestions: z
		.array(QuestionAnswerSchema)
		.min(1)
		.meta({ title: 'Questions and answers', description: 'On the page after a checkout was left.' }),
})
/** `guaranteeDays` comes from the refund policy, so that the offer promises what the policy grants. */
export type Offer = z.infer<typeof OfferSchema> & {
	guaranteeDays: number
	/** `sample`: shown with its mark; `hidden`: without evidence, in production. */
	regularPrice: 'evident' | 'sample' | 'hidden'
}

const discountLimits = {
	code: z
		.string()
		.regex(/^[A-Z0-9]{3,32}$/, 'must be 3 to 32 capital letters or digits')
		.meta({ title: 'Code', description: 'What a buyer types.' }),
	offerCodes: z.array(IdSchema).min(1).meta({ title: 'For which offers', description: 'Their short names.' }),
	expiresAt: z.iso
		.datetime()
		.nullable()
		.meta({ title: 'Refused after', description: 'A time of UTC, such as 2026-12-31T23:59:59Z. Empty: never.' }),
	totalLimit: z.int().positive().nullable().meta({ title: 'Paid orders in all', description: 'How many may use it. Empty: any number.' }),
	perEmailLimit: z
		.int()
		.positive()
		.nullable()
		.meta({ title: 'Paid orders of one email address', description: 'How many may use it. Empty: any number.' }),
}

const KindSchema = <const Kind extends string>(kind: Kind) =>
	z.literal(kind).meta({ title: 'Kind', description: 'Of another kind: choose it and save, then its own field comes.' })

export const DiscountCodeSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: KindSchema('percent'), percent: z.int().min(1).max(100).meta({ title: 'Percent off' }), ...discountLimits }),
	z.strictObject({ kind: KindSchema('amount'), amountOffCents: CentsSchema.meta({ title: 'Amount off, in cents' }), ...discountLimits }),
])
export type DiscountCode = z.infer<typeof DiscountCodeSchema>

/** `progress`: stored user and previous module. `enrolled`: modules 2 to 6 also need the entitlement. */
export const AccessPolicySchema = z.enum(['progress', 'enrolled'])
export type AccessPolicy = z.infer<typeof AccessPolicySchema>

const toOff = (code: DiscountCode) => (code.kind === 'percent' ? { percent: code.percent } : { amountCents: code.amountOffCents })

export const OffersSchema = z
	.strictObject({
		accessPolicy: AccessPolicySchema.meta({
			title: 'Who may read the course',
			description:
				'progress: everybody with an account, one module after the other. enrolled: the same, and modules that are not free only after the purchase.',
		}),
		offers: z.array(OfferSchema).min(1).meta({ title: 'Offers' }),
		discountCodes: z.array(DiscountCodeSchema).meta({ title: 'Discount codes' }),
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
