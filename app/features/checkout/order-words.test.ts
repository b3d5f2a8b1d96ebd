import { expect, test } from 'vitest'

import type { PaymentPages } from '#content/schema/payment-pages.ts'
import type { OrderBySession } from '#contracts/payments.ts'

import { chooseOrderPage } from './order-words.ts'
import type { OrderView } from './use-order-status.ts'

const state = (title: string) => ({ title, text: title, actions: [{ label: 'Contact support', href: '/contact' }] })
const words = { unknown: state('unknown'), pending: state('pending'), failed: state('failed') } as PaymentPages['success']

const orderThatIs = (status: Exclude<OrderBySession['status'], 'unknown'>): OrderBySession => ({
	status,
	orderId: 'cs_1',
	number: '1A2B3C4D',
	product: { code: 'p', name: 'P', page: '/digital-income-mastery' },
	amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 0, totalCents: 4700 },
	discountCode: null,
	email: null,
	signInAs: null,
	paidAt: null,
	testMode: true,
	isMailSandbox: true,
})
const answered = (order: OrderBySession): OrderView => ({ kind: 'answered', order })

test.each<[string, OrderView, string]>([
	['nothing known yet', { kind: 'verifying', isSlow: false, order: null }, 'verifying'],
	['open', { kind: 'verifying', isSlow: true, order: orderThatIs('verifying') }, 'verifying'],
	['processing while asking', { kind: 'verifying', isSlow: false, order: orderThatIs('processing') }, 'pending'],
	['undecided after a minute', { kind: 'pending', order: orderThatIs('verifying') }, 'pending'],
	['paid', answered(orderThatIs('paid')), 'paid'],
	['failed', answered(orderThatIs('failed')), 'failed'],
	['expired', answered(orderThatIs('expired')), 'This checkout has expired'],
	['canceled', answered(orderThatIs('canceled')), 'This order is closed'],
	['unknown', answered({ status: 'unknown' }), 'unknown'],
	['server away', { kind: 'unreachable' }, 'We couldn’t check your payment'],
])('%s shows the page %3$s', (_case, view, expected) => {
	const page = chooseOrderPage(view, words)
	expect(page.page === 'other' ? page.words.title : page.page).toBe(expected)
})

test.each<[OrderView, boolean]>([
	[{ kind: 'unreachable' }, true],
	[{ kind: 'pending', order: orderThatIs('verifying') }, true],
	[answered(orderThatIs('failed')), false],
	[answered({ status: 'unknown' }), false],
])('%o offers a retry: %s', (view, expected) => {
	const page = chooseOrderPage(view, words)
	expect(page.page === 'other' && page.mayAskAgain).toBe(expected)
})

test.each(['failed', 'expired', 'canceled'] as const)('an order that is %s links back to the offer with its discount code', (status) => {
	const order = { ...orderThatIs(status), discountCode: 'LAUNCH1' } as OrderBySession
	const retry = { ...words, failed: { ...state('failed'), actions: [{ label: 'Try Payment Again', href: '/digital-income-mastery' }] } }
	expect(chooseOrderPage(answered(order), retry)).toMatchObject({
		words: {
			actions: [
				{ label: 'Try Payment Again', href: '/digital-income-mastery?coupon=LAUNCH1#pricing' },
				...(status === 'failed' ? [] : [{ href: '/contact' }]),
			],
		},
	})
})

test.each([
	['another offer', '/offers/course-japan', 'LAUNCH1', '/offers/course-japan?coupon=LAUNCH1#pricing'],
	['another offer without a code', '/offers/course-japan', null, '/offers/course-japan'],
	['a discontinued offer', null, 'LAUNCH1', '/digital-income-mastery'],
])('an order of %s links to %s with the code %s: %s', (_case, page, discountCode, href) => {
	const order = { ...orderThatIs('expired'), product: { code: 'p', name: 'P', page }, discountCode } as OrderBySession
	expect(chooseOrderPage(answered(order), words)).toMatchObject({
		words: { actions: [{ label: 'Try Payment Again', href }, { href: '/contact' }] },
	})
})
