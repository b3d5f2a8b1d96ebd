import { createHash } from 'node:crypto'
import type Stripe from 'stripe'

import { type CheckoutDiscount, type CheckoutProduct, ProviderProtocolError } from '#server/adapters/payments/port.ts'

import { isStripeError } from './stripe-error.ts'

export type StripeCatalog = {
	priceOf(product: CheckoutProduct): Promise<string>
	couponOf(discount: CheckoutDiscount, currency: string): Promise<string>
	/** Creates missing codes on the provider's page and disables all others that we created. */
	offerCodes(discounts: readonly CheckoutDiscount[], currency: string): Promise<void>
}

/** Metadata that marks codes we may disable. */
const OURS = { source: 'launchway' }

/** Tax behavior: prices include tax, no matter where the buyer lives. It can't be changed on an existing price object. */
const TAX = { tax_behavior: 'inclusive' } as const

/** Hashes terms for an object's name. Prices can't be changed at the provider, so changed terms need a new object. */
const fingerprint = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

const idOf = (object: { id?: string; object?: string }, kind: string): string => {
	if (object.object === kind && object.id) return object.id
	throw new ProviderProtocolError(`The payment provider did not return a ${kind}`)
}

/** Caches one promise per key, so that several first buyers at once create each object only once. A failure isn't cached. */
function getOrCreate<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
	const found = known.get(key)
	if (found) return found
	const made = make()
	known.set(key, made)
	made.catch(() => known.delete(key))
	return made
}

export const priceKey = ({ code, currency, amountCents, name, description, taxCode }: CheckoutProduct) =>
	`${code}_${currency}_${amountCents}_${fingerprint({ name, description, ...TAX, ...(taxCode !== null && { taxCode }) })}`

export async function findPrice(stripe: Stripe, product: CheckoutProduct): Promise<string | null> {
	const { data } = await stripe.prices.list({ lookup_keys: [priceKey(product)], active: true, limit: 1 })
	return data[0] ? idOf(data[0], 'price') : null
}

async function ensurePrice(stripe: Stripe, product: CheckoutProduct): Promise<string> {
	const { code, name, description, amountCents, currency, taxCode } = product
	const lookupKey = priceKey(product)
	const found = await findPrice(stripe, product)
	if (found !== null) return found
	const made = await stripe.products.create(
		{ name, description, metadata: { ...OURS, code }, ...(taxCode !== null && { tax_code: taxCode }) },
		{ idempotencyKey: `product:${lookupKey}` },
	)
	const params = { product: idOf(made, 'product'), unit_amount: amountCents, currency, lookup_key: lookupKey, ...TAX }
	return idOf(await stripe.prices.create(params, { idempotencyKey: `price:${lookupKey}` }), 'price')
}

export function couponTerms({ code, off }: CheckoutDiscount, currency: string) {
	const terms = 'percent' in off ? { percent_off: off.percent } : { amount_off: off.amountCents, currency }
	return { id: `${code}-${fingerprint(terms)}`, terms }
}

async function ensureCoupon(stripe: Stripe, discount: CheckoutDiscount, currency: string): Promise<string> {
	const { code } = discount
	const { id, terms } = couponTerms(discount, currency)
	try {
		return idOf(
			await stripe.coupons.create({ id, name: code, duration: 'once', ...terms, metadata: { code } }, { idempotencyKey: `coupon:${id}` }),
			'coupon',
		)
	} catch (error) {
		if (isStripeError(error) && error.code === 'resource_already_exists') return id
		throw error
	}
}

type WantedCode = { code: string; coupon: string; expiresAt: number | null }

const couponOfCode = ({ promotion }: Stripe.PromotionCode) =>
	typeof promotion.coupon === 'string' ? promotion.coupon : promotion.coupon?.id

const isAsWanted = (known: Stripe.PromotionCode, wanted: WantedCode) =>
	known.code.toUpperCase() === wanted.code && couponOfCode(known) === wanted.coupon && known.expires_at === wanted.expiresAt

async function offerCode(stripe: Stripe, { code, coupon, expiresAt }: WantedCode): Promise<void> {
	const terms = { promotion: { type: 'coupon' as const, coupon }, code, metadata: OURS }
	try {
		idOf(await stripe.promotionCodes.create(expiresAt === null ? terms : { ...terms, expires_at: expiresAt }), 'promotion_code')
	} catch (error) {
		// The code may exist: another process may have created it first, or the operator may have a code with this name.
		if ((await stripe.promotionCodes.list({ code, active: true, limit: 1 })).data.length === 0) throw error
	}
}

export const toWantedCode = ({ code, expiresAt }: CheckoutDiscount, coupon: string): WantedCode => ({
	code,
	coupon,
	expiresAt: expiresAt ? Math.floor(expiresAt.getTime() / 1000) : null,
})

/** Sorts our codes at the provider into those to keep, to disable and to create. */
export async function comparePromotionCodes(stripe: Stripe, wanted: readonly WantedCode[]) {
	const { data } = await stripe.promotionCodes.list({ active: true, limit: 100 })
	const ours = data.filter(({ metadata }) => metadata?.['source'] === OURS.source)
	return {
		stale: ours.filter((known) => !wanted.some((code) => isAsWanted(known, code))),
		kept: wanted.filter((code) => ours.some((known) => isAsWanted(known, code))),
		missing: wanted.filter((code) => !ours.some((known) => isAsWanted(known, code))),
	}
}

async function matchCodes(stripe: Stripe, wanted: readonly WantedCode[]): Promise<void> {
	const { stale, missing } = await comparePromotionCodes(stripe, wanted)
	for (const { id } of stale) await stripe.promotionCodes.update(id, { active: false })
	for (const code of missing) await offerCode(stripe, code)
}

export function createCatalog(stripe: Stripe): StripeCatalog {
	const prices = new Map<string, Promise<string>>()
	const coupons = new Map<string, Promise<string>>()
	const offered = new Map<string, Promise<void>>()
	const couponOf = (discount: CheckoutDiscount, currency: string) =>
		getOrCreate(coupons, fingerprint({ discount, currency }), () => ensureCoupon(stripe, discount, currency))
	return {
		priceOf: (product) => getOrCreate(prices, fingerprint(product), () => ensurePrice(stripe, product)),
		couponOf,
		offerCodes: (discounts, currency) =>
			getOrCreate(offered, fingerprint({ discounts, currency }), async () => {
				const wanted = discounts.map(async (discount) => toWantedCode(discount, await couponOf(discount, currency)))
				await matchCodes(stripe, await Promise.all(wanted))
			}),
	}
}
