import { expect, test } from 'vitest'

import type { OrderSummary } from '#contracts/payments.ts'

import { findEndedAccess } from './ended-access.tsx'

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const order = (code: string, accessEndsAt: string | null) => ({ product: { code, name: `The ${code}` }, accessEndsAt }) as OrderSummary
const listOf = (orders: OrderSummary[], ...entitlements: string[]) => ({ orders, entitlements })

test('of several ended orders, the last end is shown', () => {
	const [early, late] = [daysFromNow(-9), daysFromNow(-2)]
	expect(findEndedAccess(listOf([order('course', late), order('sheets', early)]))).toEqual({ product: 'The course', endedAt: late })
})

test.each([
	['no end', listOf([order('course', null)])],
	['an end in the future', listOf([order('course', daysFromNow(1))], 'course')],
	['a dispute before the end', listOf([order('course', daysFromNow(1))])],
	['a later purchase', listOf([order('course', daysFromNow(-1)), order('course', null)], 'course')],
	['no orders', listOf([])],
])('nothing is shown with %s', (_, list) => {
	expect(findEndedAccess(list)).toBeNull()
})
