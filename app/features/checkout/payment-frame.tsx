import type { ReactNode } from 'react'

import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'

/** Product and price of the order, shown on sites with several offers. */
export const OfferLine = ({ order: { product, amounts } }: { order: KnownOrder }) => (
	<p className="mt-3 text-lg font-semibold">
		{product.name}, {formatPrice(amounts.totalCents, amounts.currency)}
	</p>
)

type PaymentFrameProps = { mood: 'waiting' | 'reached' | 'turned'; title: string; children: ReactNode }

export function PaymentFrame({ mood, title, children }: PaymentFrameProps) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[6fr_5fr] lg:py-14">
			<div className="lg:py-6">
				<div aria-live="polite">
					<h1>{title}</h1>
				</div>
				{children}
			</div>
			<SpritePicture
				name={`summit-${mood}`}
				align={mood === 'reached' ? 'xMidYMin slice' : 'xMidYMid slice'}
				className="order-first h-60 w-full lg:order-none lg:h-full lg:max-h-[40rem] lg:min-h-[30rem]"
			/>
		</div>
	)
}
