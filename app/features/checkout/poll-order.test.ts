import { expect, test } from 'vitest'

import type { OrderBySession } from '#contracts/payments.ts'

import { POLL_WAITS_MS, pollOrder } from './use-order-status.ts'

const orderThatIs = (status: Exclude<OrderBySession['status'], 'unknown'>): OrderBySession => ({
	status,
	orderId: 'cs_1',
	number: '1A2B3C4D',
	product: { code: 'digital-income-mastery', name: 'Digital Income Mastery', page: '/digital-income-mastery' },
	amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 0, totalCents: 4700 },
	discountCode: null,
	email: null,
	signInAs: null,
	paidAt: null,
	testMode: true,
	isMailSandbox: true,
})

/** Returns the scripted responses in order and repeats the last one; `null` is a failed request. */
async function pollAgainst(...script: (OrderBySession | null)[]) {
	const waited: number[] = []
	const progress: string[] = []
	let asked = 0
	const outcome = await pollOrder({
		ask: async () => {
			const answer = script[Math.min(asked++, script.length - 1)]
			if (!answer) throw new Error('offline')
			return answer
		},
		wait: async (ms) => void waited.push(ms),
		onProgress: (order) => progress.push(order.status),
	})
	return { outcome, asked, waited, progress }
}

test('poll intervals never shrink and add up to 60 seconds', () => {
	expect(POLL_WAITS_MS.reduce((sum, ms) => sum + ms, 0)).toBe(60_000)
	expect(POLL_WAITS_MS.every((ms, i) => ms >= (POLL_WAITS_MS[i - 1] ?? 0))).toBe(true)
})

test.each(['paid', 'failed', 'expired', 'canceled'] as const)('an order that is %s is answered after one request', async (status) => {
	expect(await pollAgainst(orderThatIs(status))).toEqual({
		outcome: { kind: 'answered', order: orderThatIs(status) },
		asked: 1,
		waited: [],
		progress: [],
	})
})

test('an unknown ID is answered at once', async () => {
	expect((await pollAgainst({ status: 'unknown' })).outcome).toEqual({ kind: 'answered', order: { status: 'unknown' } })
})

test('an order is polled until its payment arrives', async () => {
	const { outcome, asked, waited, progress } = await pollAgainst(
		orderThatIs('verifying'),
		null,
		orderThatIs('processing'),
		orderThatIs('paid'),
	)
	expect(outcome).toEqual({ kind: 'answered', order: orderThatIs('paid') })
	expect([asked, waited, progress]).toEqual([4, [1000, 1500, 2000], ['verifying', 'processing']])
})

test('an order that stays open is returned as pending after the last wait', async () => {
	const { outcome, asked, waited } = await pollAgainst(orderThatIs('processing'))
	expect([outcome, asked, waited]).toEqual([{ kind: 'pending', order: orderThatIs('processing') }, 12, POLL_WAITS_MS])
})

test('a server that never answers counts as unreachable', async () => {
	expect((await pollAgainst(null)).outcome).toEqual({ kind: 'unreachable' })
})

test('leaving the page stops polling', async () => {
	let asked = 0
	const polling = pollOrder({
		ask: async () => {
			asked++
			return orderThatIs('verifying')
		},
		wait: async () => {
			throw new Error('left')
		},
		onProgress: () => undefined,
	})
	await expect(polling).rejects.toThrow('left')
	expect(asked).toBe(1)
})
