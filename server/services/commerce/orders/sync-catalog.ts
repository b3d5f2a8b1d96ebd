import type { Content } from '#content/load-content.server.ts'
import type { CatalogStep, CheckoutDiscount, CheckoutProduct } from '#server/adapters/payments/port.ts'
import { findEnterableDiscounts, listDiscounts } from '#server/services/commerce/discounts/find-discount.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { ServiceContext } from '#server/services/context.ts'

const toProduct = (content: Content, { code }: { code: string }, taxCode: string | null): CheckoutProduct => {
	const { productName: name, ...offer } = requireOffer(content, code)
	return { ...offer, name, taxCode }
}

const toDiscount = ({ code, off, expiresAt }: CheckoutDiscount): CheckoutDiscount => ({ code, off, expiresAt })

/**
 * Creates the offers and unexpired codes at the payment provider in advance. Otherwise, the first checkout creates them.
 * @param apply false for a dry run
 */
export async function syncCatalog(ctx: ServiceContext, { apply }: { apply: boolean }): Promise<CatalogStep[]> {
	const discounts = (await listDiscounts(ctx.content, ctx.db, ctx.now())).map(toDiscount)
	return ctx.payments.syncCatalog(
		{
			products: ctx.content.offers.map((offer) => toProduct(ctx.content, offer, ctx.productTaxCode)),
			discounts,
			enterable: findEnterableDiscounts(ctx.content, ctx.now()).map(toDiscount),
		},
		apply,
	)
}
