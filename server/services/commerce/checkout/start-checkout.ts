import { offerPath, paths } from '#contracts/paths.ts'
import type { CreatePayment } from '#contracts/payments.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import { describeMeter } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { CHECKOUT_ID_PLACEHOLDER, type CheckoutDiscount, ProviderUnavailable } from '#server/adapters/payments/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findEnterableDiscounts, hasConsoleCoupons } from '#server/services/commerce/discounts/find-discount.ts'
import { makesInvoices } from '#server/services/commerce/invoices/issue-invoice.ts'
import { requireOffer, type SoldOffer } from '#server/services/commerce/offers/find-offer.ts'
import { countSections } from '#server/services/commerce/orders/describe-transfer.ts'
import { type OrderBuyer, guestKey } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listEntitlements, readOpenedForGood } from '#server/services/learning/entitlements/entitlements.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

import { abandonOrder, closePreviousCheckouts } from './close-checkouts.ts'
import { openOrder, type OpenedOrder, type NewOrderTerms } from './open-order.ts'

const ATTEMPT = 1

/** @param browserKey identifies a guest's browser; unused if the buyer is signed in */
async function readBuyer(ctx: ServiceContext, email: string | null, browserKey: string): Promise<OrderBuyer> {
	if (ctx.actor.type !== 'learner') return { userId: null, email, key: guestKey(browserKey) }
	const { userId } = ctx.actor
	const user = await ctx.db.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst()
	return { userId, email: user?.email ?? email, key: `user:${userId}` }
}

const toCheckoutDiscount = (discount: Discount): CheckoutDiscount => ({
	code: discount.code,
	off: discount.off,
	expiresAt: discount.expiresAt,
})

/** Returns query parameters that let the cancel page link back to this offer and code before it has loaded the order. */
function retryParameters({ content }: ServiceContext, { code }: SoldOffer, discount: Discount | null): string {
	const isSideOffer = offerPath(content.offers, code) !== paths.offer
	return `${isSideOffer ? `&offer=${code}` : ''}${discount ? `&coupon=${encodeURIComponent(discount.code)}` : ''}`
}

async function openCheckout(ctx: ServiceContext, offer: SoldOffer, { order, discount }: OpenedOrder): Promise<string> {
	const { siteUrl } = ctx.config
	const checkout = await ctx.payments.createCheckout({
		orderId: order.id,
		attempt: ATTEMPT,
		product: {
			code: offer.code,
			name: order.product_name,
			description: offer.description,
			amountCents: order.subtotal_cents,
			currency: order.currency,
			taxCode: ctx.productTaxCode,
		},
		discount: discount ? toCheckoutDiscount(discount) : null,
		enterableDiscounts: (await hasConsoleCoupons(ctx.db, ctx.now()))
			? []
			: findEnterableDiscounts(ctx.content, ctx.now()).map(toCheckoutDiscount),
		email: order.email,
		asksForInvoice: makesInvoices(ctx),
		consent: {
			version: ctx.content.checkoutConsent.version,
			label: ctx.content.checkoutConsent.label,
			note: `${ctx.content.checkoutConsent.refundTitle}. ${ctx.content.checkoutConsent.refundText} ${describeMeter(currentRefundPolicy, countSections(ctx.content, offer.opens))}`,
		},
		expiresAt: new Date(order.created_at.getTime() + ctx.payments.openForMs),
		urls: {
			success: `${siteUrl}${paths.paymentSuccess}?session_id=${CHECKOUT_ID_PLACEHOLDER}`,
			order: `${siteUrl}${paths.order(CHECKOUT_ID_PLACEHOLDER)}`,
			cancel: `${siteUrl}${paths.paymentCanceled}?session_id=${CHECKOUT_ID_PLACEHOLDER}${retryParameters(ctx, offer, discount)}`,
		},
	})
	await ctx.db
		.insertInto('checkout_sessions')
		.values({
			provider_session_id: checkout.checkoutId,
			order_id: order.id,
			attempt: ATTEMPT,
			url: checkout.url,
			state: 'open',
			payment_status: 'unpaid',
			expires_at: checkout.expiresAt,
			as_of: order.created_at,
		})
		// A parallel request, or the webhook, may have inserted it first.
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	return checkout.url
}

const describeOwned = (offer: SoldOffer, owned: readonly string[]) =>
	owned.includes(offer.code) ? `You already own ${offer.productName}.` : `You already have everything that ${offer.productName} opens.`

/**
 * Requires that the offer adds something to what the buyer owns for good. Access with an end date can be bought again at any time, and
 * the later end counts.
 * @throws ServiceError `already_owned` (409) if the offer contains nothing new for the buyer
 */
async function requireNewContent({ content, db }: ServiceContext, offer: SoldOffer, userId: string): Promise<void> {
	const held = content.modulesIn(await readOpenedForGood(db, userId))
	if ([...content.modulesIn(offer.opens)].every((id) => held.has(id)))
		throw new ServiceError('conflict', 'already_owned', describeOwned(offer, await listEntitlements(db, userId)))
}

/** Runs a call to the provider. An error is only logged; the buyer sees a generic message. */
async function withGenericError<T>(ctx: ServiceContext, callProvider: () => Promise<T>): Promise<T> {
	try {
		return await callProvider()
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		ctx.log.error('payment provider could not create a checkout', { error })
		throw new ServiceError('upstream', 'checkout_unavailable', 'Unable to process payment. Please try again.')
	}
}

/**
 * Opens a checkout for an offer. Price and discount come from the content and the database, never from the request.
 * @returns the URL to redirect to; the success page if this buyer has just paid
 * @throws ServiceError `unknown_product` (404), `discount_*` (400), `already_owned` (409), `checkout_unavailable` (502)
 */
export async function startCheckout(ctx: ServiceContext, input: CreatePayment & { browserKey: string }): Promise<{ url: string }> {
	const offer = requireOffer(ctx.content, input.productName)
	const buyer = await readBuyer(ctx, input.email ?? null, input.browserKey)
	if (buyer.userId !== null) await requireNewContent(ctx, offer, buyer.userId)

	const terms = { offer, buyer, couponCode: input.couponCode ?? null }
	// Handle one request at a time per buyer, so that repeated clicks leave one checkout open.
	return runOneAtATime(`checkout ${buyer.key}`, () => reuseOrOpenCheckout(ctx, terms))
}

async function reuseOrOpenCheckout(ctx: ServiceContext, terms: NewOrderTerms): Promise<{ url: string }> {
	const previous = await withGenericError(ctx, () => closePreviousCheckouts(ctx, terms))
	if (previous.outcome === 'reuse') return { url: previous.url }
	if (previous.outcome === 'paid') return { url: `${ctx.config.siteUrl}${paths.paymentSuccess}?session_id=${previous.sessionId}` }

	const opened = await openOrder(ctx, terms)
	return withGenericError(ctx, async () => {
		try {
			return { url: await openCheckout(ctx, terms.offer, opened) }
		} catch (error) {
			await abandonOrder(ctx, opened.order.id)
			throw error
		}
	})
}
