import type { DiscountPreview, OrderAmounts } from '#contracts/payments.ts'

export type DiscountState =
	| { step: 'none' }
	| { step: 'checking'; code: string }
	| { step: 'applied'; code: string; amounts: OrderAmounts }
	| { step: 'refused'; code: string; message: string }

export type DiscountEvent =
	| { type: 'check'; code: string }
	| { type: 'answered'; asked: string; preview: DiscountPreview }
	| { type: 'failed'; asked: string; message: string }
	| { type: 'remove' }

/** Reducer for a discount code: checked, then applied or refused. Responses to outdated checks are ignored. */
export function discountReducer(state: DiscountState, event: DiscountEvent): DiscountState {
	if (event.type === 'check') return { step: 'checking', code: event.code }
	if (event.type === 'remove') return { step: 'none' }
	if (state.step !== 'checking' || state.code !== event.asked) return state
	if (event.type === 'failed') return { step: 'refused', code: event.asked, message: event.message }
	const { preview } = event
	return preview.accepted
		? { step: 'applied', code: preview.code, amounts: preview.amounts }
		: { step: 'refused', code: event.asked, message: preview.message }
}
