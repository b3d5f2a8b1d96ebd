import { Badge } from '#app/ui/badge.tsx'
import type { Offer } from '#content/schema/offers.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import type { DiscountState } from './discount-state.ts'

type PriceTagProps = {
	amountCents: number
	currency: string
	regularAmountCents: number
	/** Whether the regular price is hidden or, without evidence, marked as a sample. */
	regularPrice: Offer['regularPrice']
	discount: DiscountState
	words: { oneTimeLabel: string; regularPriceLabel: string; sampleLabel: string }
}

/** The price now, the regular price, and the price before a discount. */
export function PriceTag({ amountCents, currency, regularAmountCents, regularPrice, discount, words }: PriceTagProps) {
	const applied = discount.step === 'applied' ? discount.amounts : null
	return (
		<div aria-live="polite">
			<p className="flex flex-wrap items-baseline gap-x-5">
				<span className="text-[clamp(4rem,3rem+5vw,6.5rem)] leading-none font-semibold tracking-[-0.04em]">
					{formatPrice(applied ? applied.totalCents : amountCents, currency)}
				</span>
				{regularPrice !== 'hidden' && (
					<span className="text-2xl text-soft">
						<span className="sr-only">{words.regularPriceLabel} </span>
						<s>{formatPrice(regularAmountCents, currency)}</s>
						{regularPrice === 'sample' && (
							<span className="ml-3 text-base">
								<Badge>{words.sampleLabel}</Badge>
							</span>
						)}
					</span>
				)}
				{applied && (
					<span className="text-2xl text-soft">
						<span className="sr-only">Before the code </span>
						<s>{formatPrice(amountCents, currency)}</s>
					</span>
				)}
			</p>
			<p className="mt-3 font-semibold text-accent-ink">{words.oneTimeLabel}</p>
		</div>
	)
}
