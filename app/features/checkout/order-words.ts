import type { PaymentPages, PaymentStateWords } from '#content/schema/payment-pages.ts'
import { paths } from '#contracts/paths.ts'
import type { OrderBySession } from '#contracts/payments.ts'

import type { OrderView } from './use-order-status.ts'

export type OrderPageState =
	| { page: 'verifying'; isSlow: boolean }
	| { page: 'paid'; order: Extract<OrderView, { kind: 'answered' }>['order'] & { status: 'paid' } }
	| { page: 'other'; words: PaymentStateWords; mayAskAgain: boolean }

export type KnownOrder = Exclude<OrderBySession, { status: 'unknown' }>

/** Replaces a link to the offer page with one to this order's offer, with its discount code. Other links are unchanged. */
export function toOffer(href: string, order: KnownOrder | null): string {
	const page = order?.product.page
	if (href !== paths.offer || !order || !page) return href
	return order.discountCode === null ? page : `${page}?coupon=${encodeURIComponent(order.discountCode)}#pricing`
}

const keepOffer = (words: PaymentStateWords, order: KnownOrder): PaymentStateWords => ({
	...words,
	actions: words.actions.map((action) => ({ ...action, href: toOffer(action.href, order) })),
})

const TRY_AGAIN = [
	{ label: 'Try Payment Again', href: paths.offer },
	{ label: 'Contact support', href: paths.contact },
]

const EXPIRED: PaymentStateWords = {
	title: 'This checkout has expired',
	text: 'It was open for too long, so it was closed and nothing was charged. You can start a new one in a moment.',
	actions: TRY_AGAIN,
}

const CLOSED: PaymentStateWords = {
	title: 'This order is closed',
	text: 'It was canceled or refunded, so there’s nothing left to pay, and it no longer gives you access.',
	actions: TRY_AGAIN,
}

const UNREACHABLE: PaymentStateWords = {
	title: 'We couldn’t check your payment',
	text: 'The server didn’t answer. If you have paid, your order is safe: you’ll get the receipt by email. Check your connection and try again.',
	actions: [{ label: 'Contact support', href: paths.contact }],
}

export function chooseOrderPage(view: OrderView, words: PaymentPages['success']): OrderPageState {
	if (view.kind === 'unreachable') return { page: 'other', words: UNREACHABLE, mayAskAgain: true }
	if (view.kind === 'pending') return { page: 'other', words: words.pending, mayAskAgain: true }
	if (view.kind === 'verifying')
		return view.order?.status === 'processing'
			? { page: 'other', words: words.pending, mayAskAgain: false }
			: { page: 'verifying', isSlow: view.isSlow }
	const { order } = view
	switch (order.status) {
		case 'paid':
			return { page: 'paid', order: { ...order, status: 'paid' } }
		case 'failed':
			return { page: 'other', words: keepOffer(words.failed, order), mayAskAgain: false }
		case 'expired':
			return { page: 'other', words: keepOffer(EXPIRED, order), mayAskAgain: false }
		case 'canceled':
			return { page: 'other', words: keepOffer(CLOSED, order), mayAskAgain: false }
		case 'unknown':
			return { page: 'other', words: words.unknown, mayAskAgain: false }
		case 'verifying':
		case 'processing':
			return { page: 'other', words: words.pending, mayAskAgain: true }
	}
}
