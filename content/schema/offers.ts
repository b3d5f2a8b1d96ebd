import { z } from 'zod'

import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { decimalsOf } from '#domain/pricing/money.ts'

import { IdSchema } from './primitives.ts'

/** Amount in the currency's smallest unit. The console's form shows it as a price. */
const CentsSchema = z
	.int({
		error: ({ input }) =>
			typeof input === 'string'
				? 'must be an amount such as 47.00: digits, a point, and as many decimals as the currency has'
				: 'must be an amount such as 47.00',
	})
	.positive('must be more than 0')
	.meta({ format: 'money' })

/** Currencies whose smallest unit differs between Stripe and ISO 4217. */
const COUNTED_OTHERWISE: ReadonlySet<string> = new Set(['ISK', 'UGX', 'MGA'])

const CurrencySchema = z
	.string()
	.refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be a currency code such as USD or EUR')
	.refine((code) => !COUNTED_OTHERWISE.has(code), 'can’t be used with the payment provider: choose another currency')

/** Text with unfilled placeholders. `{price}` becomes the price of the offer on whose page it is shown (content/promises/fill-offer.ts). */
const TextSchema = z
	.string()
	.min(1, 'must not be empty')
	.refine((text) => text === text.trim(), 'must not start or end with a space')

const ContentsSchema = z
	.strictObject({
		courses: z.array(z.string().min(1)).meta({ title: 'Whole courses', format: 'courses' }),
		modules: z.array(z.int()).meta({ title: 'Single modules', format: 'modules' }),
	})
	.refine(({ courses, modules }) => courses.length + modules.length > 0, 'needs at least one course or module')

export const OfferSchema = z.strictObject({
	productName: TextSchema.meta({ title: 'Name of the product', description: 'Shown at checkout and on receipts and invoices.' }),
	amountCents: CentsSchema.meta({
		title: 'Price',
		description: 'For example, 47.00.',
	}),
	regularAmountCents: CentsSchema.optional().meta({
		title: 'Regular price',
		description:
			'Leave this empty to show only the price. If you have sold the product for more before, enter that higher price: it’s shown crossed out. In Content, under “Figures on your pages”, say when you charged it. Until then, it’s marked as a sample, and a live site leaves it out.',
	}),
	currency: CurrencySchema.meta({ title: 'Currency', format: 'currency' }),
	programName: TextSchema.meta({ title: 'Name on the offer page', description: 'Heading of the first offer, and the title of its page.' }),
	description: TextSchema.meta({ title: 'The offer in one sentence' }),
	whatYouGet: z.array(TextSchema).min(1).meta({ title: 'What you get', entry: 'item', description: 'On the offer page.' }),
	benefits: z
		.array(TextSchema)
		.min(1)
		.meta({ title: 'What buyers have now', entry: 'item', description: 'On the page shown after a payment.' }),
	commonQuestions: z
		.array(z.strictObject({ question: TextSchema, answer: TextSchema }))
		.min(1)
		.meta({ title: 'Questions and answers', entry: 'question', description: 'On the page shown after a canceled checkout.' }),
	contains: ContentsSchema.optional().meta({
		title: 'Contents',
		description: 'What the offer opens. Each order keeps what its offer contained when it was bought. Leave empty for the main course.',
	}),
	code: IdSchema.meta({
		title: 'Web address',
		description:
			'Its page is /offers/ and this word; the first offer’s page is always /digital-income-mastery. Don’t change it after the first sale: orders and coupons refer to it.',
	}),
})
/** An offer as pages use it. `guaranteeDays` comes from the refund policy, so that the two can't differ. */
export type Offer = Omit<z.infer<typeof OfferSchema>, 'contains' | 'regularAmountCents'> & {
	guaranteeDays: number
	/** The regular price; without one, the price itself. */
	regularAmountCents: number
	/** `sample`: marked as a sample. `hidden`: there is no regular price, or in production no evidence for it. */
	regularPrice: 'evident' | 'sample' | 'hidden'
}

const discountLimits = {
	code: z
		.string()
		.regex(/^[A-Z0-9]{3,32}$/, 'must be 3 to 32 capital letters or digits')
		.meta({ title: 'Code', description: 'What buyers enter.' }),
	offerCodes: z.array(IdSchema).min(1).meta({ title: 'Offers it applies to', entry: 'offer', description: 'Their web addresses.' }),
	appliesTo: TextSchema.optional().meta({
		title: 'What it applies to, in words',
		description: 'Completes “off …” in texts. Leave it empty for the names of its offers.',
	}),
	expiresAt: z.iso
		.datetime()
		.nullable()
		.meta({ title: 'Expires at', description: 'In UTC, such as 2026-12-31T23:59:59Z. Leave empty for never.' }),
	totalLimit: z.int().positive().nullable().meta({ title: 'Total uses', description: 'Counts paid orders. Leave empty for no limit.' }),
	perEmailLimit: z
		.int()
		.positive()
		.nullable()
		.meta({ title: 'Uses per email address', description: 'Counts paid orders. Leave empty for no limit.' }),
}

const KindSchema = <const Kind extends string>(kind: Kind) =>
	z.literal(kind).meta({
		title: 'Kind',
		description: 'Choose the other kind and save to see its field.',
		labels: { percent: 'Percent off', amount: 'Amount off' },
	})

export const DiscountCodeSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: KindSchema('percent'), percent: z.int().min(1).max(100).meta({ title: 'Percent off' }), ...discountLimits }),
	z.strictObject({ kind: KindSchema('amount'), amountOffCents: CentsSchema.meta({ title: 'Amount off' }), ...discountLimits }),
])
export type DiscountCode = z.infer<typeof DiscountCodeSchema>

/** `progress`: requires a stored user and the previous module. `enrolled`: modules that aren't free also require the entitlement. */
export const AccessPolicySchema = z.enum(['progress', 'enrolled'])
export type AccessPolicy = z.infer<typeof AccessPolicySchema>

const toOff = (code: DiscountCode) => (code.kind === 'percent' ? { percent: code.percent } : { amountCents: code.amountOffCents })

/** Normalizes an offer's name, to compare it with the name in a checkout request. */
export const normalizeOfferName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

type File = { offers: z.infer<typeof OfferSchema>[]; discountCodes: DiscountCode[] }
type Fault = { path: (string | number)[]; message: string }

const NAMES_A_CODE = /\{discount(?:Code|Scope)?\}/

function* pathsOf(value: unknown, path: (string | number)[] = []): Generator<{ path: (string | number)[]; text: string }> {
	if (typeof value === 'string') yield { path, text: value }
	else if (typeof value === 'object' && value !== null)
		for (const [key, each] of Object.entries(value)) yield* pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key])
}

const namesOf = ({ code, productName, programName }: File['offers'][number]) => [code, productName, programName].map(normalizeOfferName)

function faultsOfOffer({ offers, discountCodes }: File, index: number): Fault[] {
	const offer = offers[index]
	if (!offer) return []
	const own = discountCodes.filter(({ offerCodes }) => offerCodes.includes(offer.code))
	const others = new Set(offers.filter((other) => other !== offer).flatMap(namesOf))
	const taken = (['code', 'productName'] as const).filter((key) => others.has(normalizeOfferName(offer[key])))
	const unmet = own.length > 0 ? [] : [...pathsOf(offer)].filter(({ text }) => NAMES_A_CODE.test(text))
	// A new offer may have no currency yet, which the currency's own schema reports.
	const isInThousandths = CurrencySchema.safeParse(offer.currency).success && decimalsOf(offer.currency) === 3
	const isDivisible = [null, ...own].every((code) => applyDiscount(offer.amountCents, code && toOff(code)).totalCents % 10 === 0)
	return [
		...taken.map((key) => ({ path: [key], message: 'is already used by another offer: choose another' })),
		...unmet.map(({ path }) => ({
			path,
			message: 'mentions a coupon, but this offer has none: create one under Coupons, or remove its placeholder',
		})),
		...(offer.amountCents < (offer.regularAmountCents ?? Infinity)
			? []
			: [{ path: ['regularAmountCents'], message: 'must be above the price' }]),
		...(!isInThousandths || isDivisible
			? []
			: [
					{
						path: ['amountCents'],
						message: 'must end in 0, also with each coupon, because this currency has three decimals',
					},
				]),
	].map(({ path, message }) => ({ path: ['offers', index, ...path], message }))
}

function faultsOfCode({ offers, discountCodes }: File, index: number): Fault[] {
	const code = discountCodes[index]
	if (!code) return []
	const unknown = [...code.offerCodes.entries()].filter(([, name]) => offers.every((offer) => offer.code !== name))
	const currencies = new Set(offers.filter((offer) => code.offerCodes.includes(offer.code)).map(({ currency }) => currency))
	return [
		...unknown.map(([at]) => ({ path: ['offerCodes', at], message: 'isn’t the web address of an offer: choose an offer' })),
		...(discountCodes.findIndex((other) => other.code === code.code) < index ? [{ path: ['code'], message: 'is already used above' }] : []),
		...(code.kind === 'amount' && currencies.size > 1
			? [{ path: ['offerCodes'], message: 'must all have the same currency, because an amount off has only one' }]
			: []),
	].map(({ path, message }) => ({ path: ['discountCodes', index, ...path], message }))
}

const faultsOf = (file: File): Fault[] => [
	...file.offers.flatMap((_, index) => faultsOfOffer(file, index)),
	...file.discountCodes.flatMap((_, index) => faultsOfCode(file, index)),
]

export const OffersSchema = z
	.strictObject({
		accessPolicy: AccessPolicySchema.meta({
			title: 'Who can read the course',
			description:
				'Everyone with an account: free and paid accounts read the same lessons, one module after the other. Buyers only: you can make single modules free in the course settings.',
			labels: { progress: 'Everyone with an account, module by module', enrolled: 'Buyers only, except for free modules' },
		}),
		offers: z.array(OfferSchema).min(1).meta({
			title: 'Offers',
			description: 'The first one is on your offer page. Every other has its own page.',
		}),
		discountCodes: z.array(DiscountCodeSchema).meta({ title: 'Discount codes' }),
	})
	.superRefine((file, issues) => {
		for (const { path, message } of faultsOf(file)) issues.addIssue({ code: 'custom', path, message })
	})
