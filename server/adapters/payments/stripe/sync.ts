import type Stripe from 'stripe'

import type { CatalogStep, RequiredCatalog, CheckoutDiscount } from '#server/adapters/payments/port.ts'

import { type StripeCatalog, comparePromotionCodes, couponTerms, findPrice, priceKey, toWantedCode } from './catalog.ts'
import { isStripeError } from './stripe-error.ts'

async function hasCoupon(stripe: Stripe, id: string): Promise<boolean> {
	try {
		return (await stripe.coupons.retrieve(id)).object === 'coupon'
	} catch (error) {
		if (isStripeError(error) && error.code === 'resource_missing') return false
		throw error
	}
}

async function planCodes(stripe: Stripe, enterable: readonly CheckoutDiscount[], currency: string): Promise<CatalogStep[]> {
	const wanted = enterable.map((discount) => toWantedCode(discount, couponTerms(discount, currency).id))
	const { stale, kept, missing } = await comparePromotionCodes(stripe, wanted)
	const step = (step: CatalogStep['step']) => (code: { code: string }) => ({ kind: 'promotion code' as const, name: code.code, step })
	return [...kept.map(step('keep')), ...stale.map(step('switch off')), ...missing.map(step('make'))]
}

async function planCatalog(stripe: Stripe, { products, discounts, enterable }: RequiredCatalog): Promise<CatalogStep[]> {
	const plan: CatalogStep[] = []
	for (const product of products)
		plan.push({ kind: 'price', name: priceKey(product), step: (await findPrice(stripe, product)) === null ? 'make' : 'keep' })
	for (const currency of new Set(products.map((product) => product.currency))) {
		for (const discount of discounts) {
			const { id } = couponTerms(discount, currency)
			plan.push({ kind: 'coupon', name: id, step: (await hasCoupon(stripe, id)) ? 'keep' : 'make' })
		}
		plan.push(...(await planCodes(stripe, enterable, currency)))
	}
	return plan
}

/** Creates missing prices, coupons and codes at the provider, and disables outdated codes. Idempotent. */
export async function syncCatalog(
	stripe: Stripe,
	catalog: StripeCatalog,
	{ required, apply }: { required: RequiredCatalog; apply: boolean },
): Promise<CatalogStep[]> {
	const plan = await planCatalog(stripe, required)
	if (!apply) return plan
	for (const product of required.products) {
		await catalog.priceOf(product)
		for (const discount of required.discounts) await catalog.couponOf(discount, product.currency)
		await catalog.offerCodes(required.enterable, product.currency)
	}
	return plan
}
