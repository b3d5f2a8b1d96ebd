import { useCallback, useEffect, useRef, useState } from 'react'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { DiscountPreview, OrderAmounts } from '#contracts/payments.ts'

export type DiscountState =
	| { step: 'none' }
	| { step: 'checking'; code: string }
	| { step: 'applied'; code: string; amounts: OrderAmounts }
	| { step: 'refused'; code: string; message: string }

const UNREACHABLE = 'We couldn’t check this code. Check your connection and try again.'

/**
 * State of a discount code. The price is only for display, because the server computes it again when the checkout starts.
 * @param coupon code in the URL (`?coupon=`), applied once
 */
export function useDiscount(productName: string, coupon: string | null) {
	const [discount, setDiscount] = useState<DiscountState>({ step: 'none' })
	const apply = useCallback(
		async (typed: string) => {
			const code = typed.trim().toUpperCase()
			if (code === '') return
			// Ignores the response to an outdated check.
			const settle = (next: DiscountState) => setDiscount((now) => (now.step === 'checking' && now.code === code ? next : now))
			setDiscount({ step: 'checking', code })
			try {
				const preview = await callApi<DiscountPreview>('/api/discounts/check', { body: { code, productName } })
				settle(
					preview.accepted
						? { step: 'applied', code: preview.code, amounts: preview.amounts }
						: { step: 'refused', code, message: preview.message },
				)
			} catch (error) {
				settle({ step: 'refused', code, message: findRefusal(error)?.message ?? UNREACHABLE })
			}
		},
		[productName],
	)
	const isOffered = useRef(false)
	useEffect(() => {
		if (coupon === null || isOffered.current) return
		isOffered.current = true
		void apply(coupon.slice(0, 64))
	}, [coupon, apply])
	return { discount, apply, remove: () => setDiscount({ step: 'none' }) }
}
