import type { FormEvent } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { BenefitList } from '#app/ui/benefit-list.tsx'
import { LinkButton, Button } from '#app/ui/button.tsx'
import { FormContent, TextField } from '#app/ui/field.tsx'
import type { Landing } from '#content/schema/landing.ts'
import type { Offer } from '#content/schema/offers.ts'
import { formatLocalDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { describeMeter } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { EnrollButton } from './enroll-button.tsx'
import type { DiscountState } from './use-discount.ts'

type DiscountFormProps = {
	productName: string
	label: string
	discount: DiscountState
	onApply: (code: string) => void
	onRemove: () => void
}

/** Form for a discount code. Without JavaScript, it starts the checkout with the code. */
export function DiscountForm({ productName, label, discount, onApply, onRemove }: DiscountFormProps) {
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const typed = new FormData(event.currentTarget).get('couponCode')
		if (typeof typed === 'string') onApply(typed)
	}

	return (
		<div aria-live="polite">
			{discount.step === 'applied' ? (
				<p className="flex flex-wrap items-center gap-x-4">
					<span>
						<strong>{discount.code}</strong> takes off {formatPrice(discount.amounts.discountCents, discount.amounts.currency)}.
					</span>
					<Button variant="quiet" aria-label={`Remove code ${discount.code}`} onClick={onRemove}>
						Remove
					</Button>
				</p>
			) : (
				<form noValidate method="post" action={paths.startCheckout} onSubmit={submit}>
					<FormContent action={paths.startCheckout}>
						<input type="hidden" name="productName" value={productName} />
						<div className="flex items-end gap-3">
							<div className="min-w-0 flex-1">
								<TextField
									label={label}
									name="couponCode"
									autoComplete="off"
									autoCapitalize="characters"
									spellCheck={false}
									maxLength={64}
									aria-invalid={discount.step === 'refused' || undefined}
									aria-describedby={discount.step === 'refused' ? 'coupon-refusal' : undefined}
								/>
							</div>
							<Button type="submit" variant="secondary" pending={discount.step === 'checking'}>
								Apply
							</Button>
						</div>
						{discount.step === 'refused' && (
							<p id="coupon-refusal" className="mt-2 font-semibold text-danger-ink">
								<span className="sr-only">Code {discount.code}: </span>
								{discount.message}
							</p>
						)}
					</FormContent>
				</form>
			)}
		</div>
	)
}

type PriceTagProps = {
	amountCents: number
	currency: string
	regularAmountCents: number
	/** `hidden`: no regular price is shown. `sample`: marked as a sample, because there is no evidence that it was ever charged. */
	regularPrice: Offer['regularPrice']
	discount: DiscountState
	words: { oneTimeLabel: string; regularPriceLabel: string; sampleLabel: string }
}

function PriceTag({ amountCents, currency, regularAmountCents, regularPrice, discount, words }: PriceTagProps) {
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
						<span className="sr-only">Price before the discount: </span>
						<s>{formatPrice(amountCents, currency)}</s>
					</span>
				)}
			</p>
			<p className="mt-3 font-semibold text-accent-ink">{words.oneTimeLabel}</p>
		</div>
	)
}

const POINTS = Array.from({ length: 24 }, (_, index) => {
	const radius = index % 2 === 0 ? 50 : 44
	const angle = (index / 24) * 2 * Math.PI
	return `${(52 + radius * Math.sin(angle)).toFixed(1)},${(52 - radius * Math.cos(angle)).toFixed(1)}`
}).join(' ')

/** Picture of a seal with the guarantee. Decorative: the text next to it says the same. */
function GuaranteeSeal({ days }: { days: number }) {
	return (
		<svg viewBox="0 0 104 104" className="w-full" aria-hidden="true" focusable="false">
			<polygon points={POINTS} fill="var(--sun)" />
			<circle cx="52" cy="52" r="37" fill="none" stroke="var(--on-sun)" strokeWidth="2" />
			<text x="52" y="58" textAnchor="middle" fontSize="34" fontWeight="700" fill="var(--on-sun)" fontFamily="var(--font-sans)">
				{days}
			</text>
			<text x="52" y="75" textAnchor="middle" fontSize="15" fontWeight="600" fill="var(--on-sun)" fontFamily="var(--font-sans)">
				days
			</text>
		</svg>
	)
}

type PricingProps = {
	words: Landing['pricing']
	offer: Offer
	sampleLabel: string
	discount: DiscountState
	sectionCount: number
	/** Purchase date; null if the learner doesn't own the course. */
	ownedSince: string | null
	onApply: (code: string) => void
	onRemove: () => void
}

export function Pricing({ words, offer, sampleLabel, discount, sectionCount, ownedSince, onApply, onRemove }: PricingProps) {
	return (
		<div className="mt-10 grid border-2 border-ink bg-raised lg:grid-cols-[1fr_1fr]">
			<div className="p-7 lg:p-10">
				<h3>{offer.programName}</h3>
				<p className="mt-2">{offer.description}</p>
				{ownedSince !== null ? (
					<OwnedTicket since={ownedSince} />
				) : (
					<>
						<div className="mt-7">
							<PriceTag {...offer} discount={discount} words={{ ...words, sampleLabel }} />
						</div>
						<div className="mt-7 grid gap-6">
							<DiscountForm
								productName={offer.productName}
								label={words.couponFieldLabel}
								discount={discount}
								onApply={onApply}
								onRemove={onRemove}
							/>
							{words.discountNotice && <p className="text-soft">{words.discountNotice}</p>}
							<EnrollButton
								productName={offer.productName}
								couponCode={discount.step === 'applied' ? discount.code : null}
								isCheckingCode={discount.step === 'checking'}
								label={words.purchaseLabel}
								busyLabel={words.busyLabel}
							/>
							<noscript>
								<p className="font-semibold">Without JavaScript, Apply takes you to the checkout with the code applied.</p>
							</noscript>
							<LinkButton variant="quiet" to={words.signupLink.href}>
								{words.signupLink.label}
							</LinkButton>
						</div>
					</>
				)}
			</div>
			<div className="border-t-4 border-dotted border-ink p-7 lg:border-t-0 lg:border-l-4 lg:p-10">
				<BenefitList heading="h3" items={offer.whatYouGet} />
				<div className="mt-8 flex flex-wrap items-center gap-5 border-t border-line-strong pt-7">
					<div className="w-26">
						<GuaranteeSeal days={offer.guaranteeDays} />
					</div>
					<div className="min-w-0 flex-[1_1_14rem]">
						<h3 className="text-lg">{words.guaranteeTitle}</h3>
						<p className="mt-1">{words.guaranteeText}</p>
						<p className="mt-2 text-soft">{describeMeter(currentRefundPolicy, sectionCount)}</p>
					</div>
				</div>
			</div>
		</div>
	)
}

/**
 * Shown instead of the price to a learner who has paid.
 * @param since RFC 3339 timestamp of the payment
 */
function OwnedTicket({ since }: { since: string }) {
	return (
		<div className="mt-7 grid justify-items-start gap-5">
			<p className="text-2xl font-semibold">Yours since {formatLocalDay(since)}</p>
			<p>Every module, template and later update is open to you. There’s nothing left to pay.</p>
			<LinkButton size="lg" to={paths.continueLearning}>
				Continue Learning
			</LinkButton>
			<LinkButton variant="quiet" to={paths.dashboard}>
				See your orders
			</LinkButton>
		</div>
	)
}
