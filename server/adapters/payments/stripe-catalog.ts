import { createHash } from 'node:crypto'
import Stripe from 'stripe'

import { type CheckoutDiscount, type CheckoutProduct, ProviderProtocolError } from './port.ts'

export type Catalog = {
	/** Id of the price object for this product at this amount; made at the provider when it is not there yet. */
	priceOf(product: CheckoutProduct): Promise<string>
	/** The discount as a session takes it; made at the provider when it is not there yet. */
	discountOf(discount: CheckoutDiscount, currency: string): Promise<{ promotion_code: string } | { coupon: string }>
}

/** Terms are part of the name, so that changed terms never reuse an object with the old ones (prices are immutable there). */
const fingerprint = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

const idOf = (object: { id?: string; object?: string }, kind: string): string => {
	if (object.object === kind && object.id) return object.id
	throw new ProviderProtocolError(`The payment provider did not answer with a ${kind}`)
}

/** One promise per key: parallel first buyers create a thing once. A failure is forgotten, so that the next buyer tries again. */
function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
	const found = known.get(key)
	if (found) return found
	const made = make()
	known.set(key, made)
	made.catch(() => known.delete(key))
	return made
}

async function ensurePrice(stripe: Stripe, product: CheckoutProduct): Promise<string> {
	const { code, name, description, amountCents, currency } = product
	const lookupKey = `${code}_${currency}_${amountCents}_${fingerprint({ name, description })}`
	const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
	if (data[0]) return idOf(data[0], 'price')
	const made = await stripe.products.create({ name, description }, { idempotencyKey: `product:${lookupKey}` })
	const params = { product: idOf(made, 'product'), unit_amount: amountCents, currency, lookup_key: lookupKey }
	return idOf(await stripe.prices.create(params, { idempotencyKey: `price:${lookupKey}` }), 'price')
}

async function ensureCoupon(stripe: Stripe, discount: CheckoutDiscount, currency: string): Promise<string> {
	const { code, off } = discount
	const terms = 'percent' in off ? { percent_off: off.percent } : { amount_off: off.amountCents, currency }
	const id = `${code}-${fingerprint(terms)}`
	try {
		return idOf(
			await stripe.coupons.create({ id, name: code, duration: 'once', ...terms, metadata: { code } }, { idempotencyKey: `coupon:${id}` }),
			'coupon',
		)
	} catch (error) {
		if (error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists') return id
		throw error
	}
}

async function ensurePromotionCode(stripe: Stripe, discount: CheckoutDiscount, coupon: string): Promise<string> {
	const { code, expiresAt } = discount
	const find = async () => (await stripe.promotionCodes.list({ code, active: true, limit: 1 })).data[0]
	const found = await find()
	if (found) return idOf(found, 'promotion_code')
	const expiry = expiresAt ? { expires_at: Math.floor(expiresAt.getTime() / 1000) } : {}
	const params = { promotion: { type: 'coupon' as const, coupon }, code, ...expiry, metadata: { code } }
	try {
		return idOf(await stripe.promotionCodes.create(params, { idempotencyKey: `promotion:${coupon}` }), 'promotion_code')
	} catch (error) {
		const again = await find()
		if (again) return idOf(again, 'promotion_code')
		throw error
	}
}

/** Keeps the provider's products, prices and codes in step with ours, when they are first needed. */
export function createCatalog(stripe: Stripe): Catalog {
	const prices = new Map<string, Promise<string>>()
	const discounts = new Map<string, Promise<{ promotion_code: string } | { coupon: string }>>()
	return {
		priceOf: (product) => remember(prices, fingerprint(product), () => ensurePrice(stripe, product)),
		discountOf: (discount, currency) =>
			remember(discounts, fingerprint({ discount, currency }), async () => {
				const coupon = await ensureCoupon(stripe, discount, currency)
				return discount.typable ? { promotion_code: await ensurePromotionCode(stripe, discount, coupon) } : { coupon }
			}),
	}
}
