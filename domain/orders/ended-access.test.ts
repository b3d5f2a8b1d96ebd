import { expect, test } from 'vitest'

import { findEndedAccess } from './ended-access.ts'

const [EARLY, LATE] = [new Date('2026-06-08T12:00:00Z'), new Date('2026-06-15T12:00:00Z')]

const order = (product: string, endedAt: Date | null, ...modules: number[]) => ({ product, endedAt, modules: new Set(modules) })
const find = (orders: ReturnType<typeof order>[], ...open: number[]) => findEndedAccess(orders, new Set(open))

test('of several ended orders, the last end is found', () => {
	expect(find([order('Course', LATE, 1, 2), order('Sheets', EARLY, 3)])).toEqual({ product: 'Course', endedAt: LATE.toISOString() })
})

test('another course that is open doesn’t hide what ended', () => {
	expect(find([order('Course', null, 1, 2), order('Sheets', LATE, 3)], 1, 2)?.product).toBe('Sheets')
	expect(find([order('Bundle', LATE, 1, 2, 3), order('Sheets', null, 3)], 3)?.product).toBe('Bundle')
})

test.each([
	['no end', [order('Course', null, 1)], []],
	['a later purchase', [order('Course', LATE, 1), order('Course', null, 1)], [1]],
	['a later purchase of a bundle that contains it', [order('Sheets', LATE, 3), order('Bundle', null, 1, 2, 3)], [1, 2, 3]],
	['no orders', [], []],
])('nothing is found with %s', (_, orders, open) => {
	expect(find(orders, ...open)).toBeNull()
})
