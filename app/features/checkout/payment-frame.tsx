import type { ReactNode } from 'react'

import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'
import { type PaymentMood, PaymentPicture } from './payment-picture.tsx'

/** Product and price of the order, shown on sites with several offers. */
export const OfferLine = ({ order: { product, amounts } }: { order: KnownOrder }) => (
	<p className="mt-3 text-lg font-semibold">
		{product.name}, {formatPrice(amounts.totalCents, amounts.currency)}
	</p>
)

export function PaymentFrame({ mood, title, children }: { mood: PaymentMood; title: string; children: ReactNode }) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[6fr_5fr] lg:py-14">
			<div className="lg:py-6">
				<div aria-live="polite">
					<h1>{title}</h1>
				</div>
				{children}
			</div>
			<PaymentPicture mood={mood} className="order-first h-60 w-full lg:order-none lg:h-full lg:max-h-[40rem] lg:min-h-[30rem]" />
		</div>
	)
}
