import type { FormEvent } from 'react'

import { Button } from '#app/ui/button.tsx'
import { FormContent, TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'

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
