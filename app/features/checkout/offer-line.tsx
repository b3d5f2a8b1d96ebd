import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'

/** What the order is for, where a site sells more than one thing. */
export const OfferLine = ({ order: { product, amounts } }: { order: KnownOrder }) => (
	<p className="mt-3 text-lg font-semibold">
		{product.name}, {formatPrice(amounts.totalCents, amounts.currency)}
	</p>
)
