import type { CheckDiscount, DiscountPreview } from '#contracts/payments.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'

import { decideDiscount } from './decide-discount.ts'

/**
 * Previews the price with a code, for the offer page. Reserves nothing: opening the checkout checks the code again.
 * @throws ServiceError `unknown_product` (404)
 */
export async function previewDiscount(ctx: ServiceContext, input: CheckDiscount): Promise<DiscountPreview> {
	const offer = requireOffer(ctx.content, input.productName)
	const email = ctx.actor.type === 'learner' ? await findVerifiedEmail(ctx.db, ctx.actor.userId) : null
	const use = { code: input.code, productCode: offer.code, email, isPreview: true, now: ctx.now() }
	const verdict = await decideDiscount(ctx.content, ctx.db, use)
	const amounts = { currency: offer.currency, ...applyDiscount(offer.amountCents, verdict.accepted ? verdict.discount.off : null) }
	if (!verdict.accepted) return { accepted: false, reason: verdict.reason, message: verdict.message, amounts }
	return { accepted: true, code: verdict.discount.code, amounts }
}
