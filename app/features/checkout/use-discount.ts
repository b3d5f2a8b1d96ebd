import { useCallback, useReducer } from 'react'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { DiscountPreview } from '#contracts/payments.ts'

import { discountReducer } from './discount-state.ts'

const UNREACHABLE = 'We could not check this code. Check your connection and try again.'

const messageFor = (error: unknown) => findRefusal(error)?.message ?? UNREACHABLE

/** State of a discount code. The price is only shown: the server computes it again when the checkout starts. */
export function useDiscount(productName: string) {
	const [discount, dispatch] = useReducer(discountReducer, { step: 'none' })

	const apply = useCallback(
		async (typed: string) => {
			const code = typed.trim().toUpperCase()
			if (code === '') return
			dispatch({ type: 'check', code })
			try {
				const preview = await callApi<DiscountPreview>('/api/discounts/check', { body: { code, productName } })
				dispatch({ type: 'answered', asked: code, preview })
			} catch (error) {
				dispatch({ type: 'failed', asked: code, message: messageFor(error) })
			}
		},
		[productName],
	)
	const remove = useCallback(() => dispatch({ type: 'remove' }), [])

	return { discount, apply, remove }
}
