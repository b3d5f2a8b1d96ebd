import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'

/** Product and price of the order, shown on sites with several offers. */
export const OfferLine = ({ order: { product, amounts } }: { order: KnownOrder }) => (
	<p className="mt-3 text-lg font-semibold">
		{product.name}, {formatPrice(amounts.totalCents, amounts.currency)}
	</p>
)
